import type { TemplateDraft } from '../../../../domain/templates/draft.ts'
import type { BoxKind } from '../../../../domain/templates/model.ts'
import type { PageAssets } from '../../../assets.ts'
import { DataBlock } from '../../../layout.tsx'
import { ButtonLink, Submit } from '../../parts/pieces.tsx'
import { Shell } from '../../parts/shell.tsx'
import type { EditorData } from './client-data.ts'
import { NewFieldDialog } from './new-field.tsx'

/** The tools, each with the strokes of its picture on a grid of 24 by 24. */
const TOOLS: { kind: BoxKind; name: string; paths: string[] }[] = [
  { kind: 'signature', name: 'Signature', paths: ['M3 17c3-9 6-12 7-9s-3 9-1 9 3-5 5-5 0 4 2 4 2-2 5-2'] },
  { kind: 'initial', name: 'Initials', paths: ['M6 18V6M12 18l3-12 3 12M13 14h4'] },
  { kind: 'name', name: 'Name', paths: ['M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0', 'M5 20c1-4 4-6 7-6s6 2 7 6'] },
  { kind: 'date', name: 'Date', paths: ['M4 6h16v14H4zM4 10h16M8 3v4M16 3v4'] },
  { kind: 'text', name: 'Text', paths: ['M5 6h14M12 6v13'] },
  { kind: 'checkbox', name: 'Checkbox', paths: ['M4 4h16v16H4z', 'M8 12l3 3 5-6'] },
  { kind: 'table', name: 'Table', paths: ['M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14'] },
]

const KEYS: [keys: string, what: string][] = [
  ['Tab, Shift+Tab', 'next and previous box'],
  ['Arrows', 'move by 1 point, with Shift by 10'],
  ['Alt+Arrows', 'resize'],
  ['Enter', 'edit the box; Esc goes back to the page'],
  ['Space', 'select the box as well, or no longer'],
  ['Delete', 'delete'],
  ['Ctrl+A, Ctrl+D', 'select all boxes of the page; duplicate'],
  ['Ctrl+C, X, V', 'copy, cut, paste, also into another template'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'undo, redo'],
  ['Alt while dragging', 'place freely, without lining up'],
  ['?', 'this list'],
]

/** `Role` of the contract; white space around it is removed. */
const ROLE = '[\\p{L}\\p{M}\\p{N} _.\\-]{1,64}'

/** The width of the picture of a page in the list, in CSS pixels. */
const THUMBNAIL = 76

/** The editor of a template's boxes. The script fills in what depends on the model. */
export function EditorPage({ draft, assets, base }: { draft: TemplateDraft; assets: PageAssets; base: string }) {
  const { template, pages } = draft
  return (
    <Shell title={`Edit ${template.name}`} assets={assets}>
      <body class="editor">
        <a class="skip" href="#pages">
          To the pages
        </a>
        <header class="top">
          <ButtonLink href={base} label="←" kind="small" aria-label="Back to the template" />
          <h1 dir="auto">{template.name}</h1>
          <span class="pill wait">Draft of version {template.version + 1}</span>
          <small id="saved">All changes are saved</small>
          <span class="mid">
            <Press id="undo" name="Undo" sign="↶" />
            <Press id="redo" name="Redo" sign="↷" />
            <span class="zoom">
              <Press id="smaller" name="Smaller" sign="−" />
              <span class="num" id="zoom">
                100 %
              </span>
              <Press id="larger" name="Larger" sign="+" />
            </span>
            <Press id="help" name="Keys" sign="?" />
          </span>
          <form method="post" action={`${base}/lock`} id="lock">
            <input
              type="hidden"
              name="revision"
              id="revision"
              value={String(template.revision)}
              // A browser that reloads the page would put back the one of before.
              autocomplete="off"
            />
            <Submit label={`Lock as version ${template.version + 1}`} kind="primary" />
          </form>
        </header>
        <div class="notices" id="notices" />
        <noscript>
          <p class="problems">
            Placing boxes needs JavaScript. Without it, a template can be imported with{' '}
            <code>countersign templates import</code>.
          </p>
        </noscript>
        <div class="work">
          <aside class="pane" aria-label="Tools">
            <fieldset class="owners">
              <legend>Who fills in new boxes</legend>
              <div id="owners" />
            </fieldset>
            <form class="field" id="add-slot">
              <label for="role">Add a recipient</label>
              <div class="row">
                <input
                  id="role"
                  name="role"
                  pattern={ROLE}
                  title="1 to 64 letters, digits, spaces or _ . -"
                  placeholder="tenant"
                  autocomplete="off"
                />
                <Submit label="Add" kind="small" />
              </div>
            </form>
            <section class="stack tools-of" aria-label="Boxes to place">
              <h2 class="wide">Drag onto the page</h2>
              <h2 class="phone">Add a box</h2>
              <div class="field phone">
                <label for="page">Page</label>
                <select id="page">
                  {pages.map((_, index) => (
                    <option value={index + 1}>{index + 1}</option>
                  ))}
                </select>
              </div>
              <div class="tools">
                {TOOLS.map(({ kind, name, paths }) => (
                  <button type="button" class="tool" data-kind={kind} aria-pressed="false">
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                      {paths.map((d) => (
                        <path d={d} />
                      ))}
                    </svg>
                    {name}
                  </button>
                ))}
              </div>
              <small class="wide">
                Or press a tool, then draw on the page. With the keyboard it is placed at once.
              </small>
            </section>
            <section id="blanks" class="wide" hidden>
              <h2>Blanks in the document</h2>
              <p class="small" id="blanks-found" />
              <button type="button" class="btn small" id="accept-all">
                Place a box on each
              </button>
            </section>
            <nav class="wide" aria-label="Pages">
              <h2>Pages</h2>
              <ol class="page-links">
                {pages.map(({ width, height }, index) => (
                  <li>
                    <a href={`#page-${index + 1}`} aria-label={`Page ${index + 1}`}>
                      <img
                        src={`${base}/edit/page-${index + 1}?${draft.sha256.slice(0, 12)}`}
                        alt=""
                        loading="lazy"
                        width={THUMBNAIL}
                        height={Math.round((THUMBNAIL * height) / width)}
                      />
                      {index + 1}
                    </a>
                  </li>
                ))}
              </ol>
            </nav>
            <section class="phone" aria-label="Boxes">
              <h2>Boxes</h2>
              <ol id="list" />
            </section>
          </aside>
          <main class="desk" id="pages" tabindex={-1}>
            {pages.map(({ width, height }, index) => (
              <section
                class="sheet"
                id={`page-${index + 1}`}
                data-page={index + 1}
                aria-label={`Page ${index + 1} of ${pages.length}`}
              >
                <svg class="shape" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false" />
              </section>
            ))}
          </main>
          <aside class="pane" aria-label="Properties">
            <form id="properties" />
            <section aria-label="Before you lock">
              <h2>Before you lock</h2>
              <ul id="problems" />
            </section>
            <footer class="api">
              The same by API: <code>POST /v1/templates/import</code>
            </footer>
          </aside>
        </div>
        <p class="unseen" id="announce" role="status" />
        <dialog id="keys" aria-labelledby="keys-title">
          <h2 id="keys-title">Keys</h2>
          <dl class="facts">
            {KEYS.map(([keys, what]) => (
              <div>
                <dt>{keys}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <form method="dialog">
            <Submit label="Close" />
          </form>
        </dialog>
        <NewFieldDialog locale={draft.model.locale} />
        <DataBlock id="editor-data" value={dataOf(draft, base)} />
      </body>
    </Shell>
  )
}

function Press({ id, name, sign }: { id: string; name: string; sign: string }) {
  return (
    <button type="button" class="btn small" id={id} aria-label={name} title={name}>
      {sign}
    </button>
  )
}

function dataOf(draft: TemplateDraft, base: string): EditorData {
  const { template, model, pages, fields, problems, warnings, by, at } = draft
  const { id, workspace_id: workspaceId, revision } = template
  return { base, id, workspaceId, revision, model, by, at: at.toISOString(), pages, fields, problems, warnings }
}
