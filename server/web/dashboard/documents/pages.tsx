import type { DetailProps } from './detail-props.ts'
import { hasFiles } from './files.tsx'

type PagesProps = { base: string } & Pick<DetailProps, 'shown' | 'page'>

/** A page as it was sent, and the way to the others. */
export function Pages({ base, shown: { document }, page }: PagesProps) {
  if (!hasFiles(document)) return null
  const size = document.page_sizes[page - 1]
  const count = document.page_count
  return (
    <section class="card pad sheet" id="sheet" aria-label="Pages">
      <a href={`${base}/file#page=${page}`}>
        <img
          src={`${base}/page-${page}.webp`}
          alt={`Page ${page} as it was sent`}
          width={Math.round(size?.width ?? 595)}
          height={Math.round(size?.height ?? 842)}
        />
      </a>
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

function Turn({ to, label, sign }: { to: string | null; label: string; sign: string }) {
  if (to === null) return <span />
  return (
    <a class="btn small" id={label.replace(' ', '-').toLowerCase()} href={to} data-swap="sheet">
      <span class="unseen">{label}</span>
      <span aria-hidden="true">{sign}</span>
    </a>
  )
}
