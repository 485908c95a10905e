import { benchAnchors } from './anchors.ts'
import { benchDashboard } from './dashboard.ts'
import { benchDeliveries, benchIsolation, benchReceiver, benchRepost, benchWaiting } from './deliveries.ts'
import { benchDocuments } from './documents.ts'
import { benchFlood } from './flood.ts'
import { benchInstantiate } from './instantiate.ts'
import { benchPage } from './page.ts'
import { benchRehearsal } from './rehearsal.ts'
import { benchRequests } from './requests.ts'
import { benchSeal } from './seal.ts'
import { benchTemplates } from './templates.ts'

/**
 * `npm run bench [seal|rehearsal|anchors|requests|flood|deliveries|isolation|waiting|receiver|repost|page|templates|instantiate|documents|dashboard ...]`:
 * figures as ratios against a yardstick measured in the same run, so that they are meaningful on a busy or slow machine too.
 */
const benches = {
  seal: benchSeal,
  rehearsal: benchRehearsal,
  anchors: benchAnchors,
  requests: benchRequests,
  flood: benchFlood,
  deliveries: benchDeliveries,
  isolation: benchIsolation,
  waiting: benchWaiting,
  receiver: benchReceiver,
  page: benchPage,
  repost: benchRepost,
  templates: benchTemplates,
  instantiate: benchInstantiate,
  documents: benchDocuments,
  dashboard: benchDashboard,
}
const chosen = process.argv.slice(2)
for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`\n# ${name}`)
  await bench()
}
