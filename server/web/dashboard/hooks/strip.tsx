import { percent } from '../parts/pieces.tsx'
import type { Health } from './health.ts'

const [BAR, GAP, HEIGHT] = [10, 2, 32]

/** The attempts of the last 24 hours, a bar an hour: what failed stands below the line. */
export function Strip({ health: { hours, medianMs, firstTime }, isLive }: { health: Health; isLive: boolean }) {
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => Math.max(succeeded, failed)))
  const sum = (of: 'succeeded' | 'failed') => hours.reduce((total, hour) => total + hour[of], 0)
  const scaled = (count: number) => (count === 0 ? 0 : Math.max(2, Math.round((count / most) * (HEIGHT / 2))))
  return (
    <div class="card pad strip" id="health" data-live={isLive ? '' : undefined}>
      <svg
        viewBox={`0 0 ${hours.length * (BAR + GAP)} ${HEIGHT}`}
        role="img"
        aria-label={`Attempts of the last 24 hours in this log: ${sum('succeeded')} succeeded, ${sum('failed')} failed`}
        preserveAspectRatio="none"
      >
        <rect class="line" x="0" y={HEIGHT / 2} width={hours.length * (BAR + GAP)} height="0.5" />
        {hours.map(({ succeeded, failed }, n) => (
          <>
            {succeeded > 0 && (
              <rect
                class="ok"
                x={n * (BAR + GAP)}
                y={HEIGHT / 2 - scaled(succeeded)}
                width={BAR}
                height={scaled(succeeded)}
              />
            )}
            {failed > 0 && <rect class="bad" x={n * (BAR + GAP)} y={HEIGHT / 2} width={BAR} height={scaled(failed)} />}
          </>
        ))}
      </svg>
      <p class="small num">
        {sum('succeeded')} succeeded, {sum('failed')} failed in 24 hours, in this log
        {medianMs !== null && ` · median ${medianMs} ms`}
        {firstTime !== null && ` · ${percent(firstTime)} at first attempt`}
      </p>
    </div>
  )
}
