import type { DetailProps } from './detail-props.ts'
import { hasFiles } from './files.tsx'

type PagesProps = { base: string } & Pick<DetailProps, 'shown' | 'page' | 'now'>

/** A page as it is now, and the way to the others. */
export function Pages({ base, shown, page, now }: PagesProps) {
  const { document } = shown
  if (!hasFiles(document, now)) return null
  const size = document.page_sizes[page - 1]
  const count = document.page_count
  const file = fileAsShown(shown)
  const picture = (
    <img
      src={`${base}/page-${page}`}
      alt={`Page ${page} as it is now`}
      width={Math.round(size?.width ?? 595)}
      height={Math.round(size?.height ?? 842)}
    />
  )
  return (
    <section class="card pad sheet" id="sheet" aria-label="Pages">
      {file === null ? picture : <a href={`${base}/${file}#page=${page}`}>{picture}</a>}
      {count === 1 ? (
        <p class="small">The only page</p>
      ) : (
        <nav class="turn" aria-label="Pages">
          <Turn to={page > 1 ? `${base}?page=${page - 1}` : null} label="Previous page" sign="←" />
          <span class="small num">
            Page {page} of {count}
          </span>
          <Turn to={page < count ? `${base}?page=${page + 1}` : null} label="Next page" sign="→" />
        </nav>
      )}
    </section>
  )
}

/** The file with these pages. Null: none can be opened, because it has entries and no seal yet. */
function fileAsShown({ document, signers }: DetailProps['shown']): 'file' | 'signed' | null {
  if (document.seal_state === 'sealed') return 'signed'
  return signers.some(({ status }) => status === 'signed') ? null : 'file'
}

function Turn({ to, label, sign }: { to: string | null; label: string; sign: string }) {
  if (to === null) return <span />
  return (
    <a class="btn small" id={label.replace(' ', '-').toLowerCase()} href={to} data-swap="sheet">
      <span class="unseen">{label}</span>
      <span aria-hidden="true">{sign}</span>
    </a>
  )
}
