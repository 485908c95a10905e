import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { WORKER_ROLES } from '../server/db/tasks.ts'
import { settingsTable } from '../server/settings.ts'
import { useCommands } from './support/cli.ts'
import { compileWithSdk } from './support/compile.ts'
import { tool } from './support/tools.ts'

const root = resolve(import.meta.dirname, '..')
const kubectl = newEnough(tool('kubectl'))
const run = useCommands()

/** Debian 12 has 1.20, whose kustomize is of 2019 and knows neither folders as resources nor patches with a target. */
function newEnough(path: string | null): string | null {
  if (path === null) return null
  const { clientVersion } = JSON.parse(execFileSync(path, ['version', '--client', '-o', 'json'], { encoding: 'utf8' }))
  if (Number.parseInt(clientVersion.minor, 10) >= 21) return path
  console.warn('skipped: kubectl is older than 1.21')
  return null
}

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
  spec?: { template?: { spec: PodSpec }; scaleTargetRef?: { name: string }; selector?: { matchLabels: object } }
  data?: Record<string, string>
}

interface PodSpec {
  containers: { args: string[]; image: string; envFrom: { configMapRef?: { name: string } }[] }[]
}

const render = async (overlay: string): Promise<Manifest[]> => {
  const { stdout } = await promisify(execFile)(kubectl!, [
    'kustomize',
    join(root, 'examples/self-host/kubernetes', overlay),
  ])
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
}

describe.skipIf(!kubectl).each(['small', 'large'])('the manifests of the overlay %s', (overlay) => {
  let manifests: Manifest[] = []
  let folder: string
  beforeAll(async () => {
    manifests = await render(overlay)
    // Inside the repository, where the compiler finds the types of the manifests.
    folder = await mkdtemp(join(root, '.cache/manifests-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const pods = () => manifests.flatMap(({ spec }) => spec?.template?.spec ?? [])
  const named = (kind: string) => manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name)

  test('are what Kubernetes takes, with no key that it does not know', async () => {
    for (const manifest of manifests) {
      const models: Record<string, new (data: Manifest) => { validate(): void }> = await import(
        `kubernetes-models/${manifest.apiVersion}`
      )
      new models[manifest.kind]!(manifest).validate()
    }
    const typed = manifests.map(
      (manifest, at) =>
        `import type { I${manifest.kind} as Of${at} } from 'kubernetes-models/${manifest.apiVersion}'\n` +
        `export const manifest${at}: Of${at} = ${JSON.stringify(manifest)}`,
    )
    expect(await compileWithSdk(folder, { 'manifests.ts': typed.join('\n') })).toBe('')
  })

  test('start every part with settings and arguments that exist', async () => {
    const known = [...settingsTable().matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name)
    const [settings] = manifests.filter(({ kind }) => kind === 'ConfigMap')
    expect(known).toEqual(expect.arrayContaining(Object.keys(settings!.data!)))
    const roles = new Set<string>()
    for (const { containers } of pods()) {
      const [container] = containers
      expect(container!.image).toMatch(/:\d+\.\d+\.\d+$/)
      expect(container!.envFrom.map(({ configMapRef }) => configMapRef?.name)).toContain(settings!.metadata.name)
      // All but the last word is understood, and that one keeps it from starting.
      const { stderr } = await run([...container!.args, '--no-such-option'], {})
      expect(stderr).toMatch(/^error: unknown option '--no-such-option'/)
      const [command, only, some] = container!.args
      if (command === 'worker') for (const role of only ? some!.split(',') : WORKER_ROLES) roles.add(role)
    }
    expect([...roles].sort()).toEqual([...WORKER_ROLES].sort())
  })

  test('name each other, hold no secret, and run nothing as root', () => {
    const deployments = named('Deployment')
    for (const { kind, spec } of manifests)
      if (kind === 'HorizontalPodAutoscaler') expect(deployments).toContain(spec!.scaleTargetRef!.name)
    expect(named('PodDisruptionBudget').sort()).toEqual(deployments.sort())
    expect(named('Secret')).toEqual([])
    for (const pod of pods())
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true },
        containers: [
          {
            securityContext: {
              readOnlyRootFilesystem: true,
              allowPrivilegeEscalation: false,
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      })
  })
})

test('images are pinned', async () => {
  const compose = await readFile(join(root, 'compose.yaml'), 'utf8')
  const images = [...compose.matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image)
  expect(images.length).toBeGreaterThan(2)
  for (const image of images) expect(image).toMatch(/:[\w.-]*\d[\w.-]*$/)
})
