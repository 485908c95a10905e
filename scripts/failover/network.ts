import { execFileSync } from 'node:child_process'

/** The three machines of the databases, as network namespaces on a bridge; everything else is on this one, 10.77.0.1. */
export const NODES = [1, 2, 3] as const
export type Node = (typeof NODES)[number]

export const addressOf = (node: Node) => `10.77.0.1${node}`
export const namespaceOf = (node: Node) => `countersign${node}`
const BRIDGE = 'countersign0'
/** The end of a node's cable on the bridge. */
const cableOf = (node: Node) => `countersign-${node}`

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** @throws Error without the right to make namespaces */
export function makeNetwork(): void {
  removeNetwork()
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('address', 'add', '10.77.0.1/24', 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  for (const node of NODES) {
    const [name, cable] = [namespaceOf(node), cableOf(node)]
    ip('netns', 'add', name)
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('link', 'set', cable, 'master', BRIDGE, 'up')
    ip('-n', name, 'address', 'add', `${addressOf(node)}/24`, 'dev', 'eth0')
    ip('-n', name, 'link', 'set', 'eth0', 'up')
    ip('-n', name, 'link', 'set', 'lo', 'up')
  }
}

export function removeNetwork(): void {
  // A namespace takes its end of the cable along only once its last process has ended.
  const cables = NODES.map((node) => ['link', 'delete', cableOf(node)])
  for (const args of [
    ...cables,
    ...NODES.map((node) => ['netns', 'delete', namespaceOf(node)]),
    ['link', 'delete', BRIDGE],
  ]) {
    try {
      ip(...args)
    } catch {
      // It was not there.
    }
  }
}

/** Pulls the cable of a node: what it sends and what is sent to it is lost, and nobody is told. */
export function setCable(node: Node, state: 'up' | 'down'): void {
  ip('link', 'set', cableOf(node), state)
}
