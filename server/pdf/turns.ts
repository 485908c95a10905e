/** `requests`: what callers of the API ask for. `signing`: marks and seals, which no flood of uploads may hold up. */
export type PoolLane = 'requests' | 'signing'

interface Waiting {
  start: () => void
}

interface LaneState {
  running: number
  /** Jobs under way, by owner. */
  runningOf: Map<string, number>
  /** Waiting jobs by owner, in the order in which the owners get their turns. */
  queues: Map<string, Waiting[]>
}

/**
 * Decides whose job runs next on a fixed number of slots. Owners are served in turn, one job each. A lane leaves at
 * least one slot to the other lane, and an owner leaves at least one slot of a lane to other owners, so that nobody
 * waits for a job that takes long unless as many others have one as there are slots. With too few slots for that
 * (one, or two) an owner or a lane may take them all.
 */
export class Turns {
  private readonly slots: number
  private readonly laneSlots: number
  private readonly ownerSlots: number
  private readonly lanes: Record<PoolLane, LaneState> = { requests: emptyLane(), signing: emptyLane() }

  constructor(slots: number) {
    this.slots = slots
    this.laneSlots = Math.max(1, slots - 1)
    this.ownerSlots = Math.max(1, slots - 2)
  }

  /** Runs `job` when it is its owner's turn; the slot is free again when its promise settles. */
  async run<T>(lane: PoolLane, owner: string, job: () => Promise<T>): Promise<T> {
    const state = this.lanes[lane]
    await new Promise<void>((resolve) => {
      const queue = state.queues.get(owner) ?? []
      state.queues.set(owner, queue)
      queue.push({ start: resolve })
      this.startWaiting()
    })
    try {
      return await job()
    } finally {
      state.running--
      const left = state.runningOf.get(owner)! - 1
      if (left > 0) state.runningOf.set(owner, left)
      else state.runningOf.delete(owner)
      this.startWaiting()
    }
  }

  private startWaiting() {
    while (this.startOne('signing') || this.startOne('requests'));
  }

  private startOne(lane: PoolLane): boolean {
    const state = this.lanes[lane]
    const running = this.lanes.requests.running + this.lanes.signing.running
    if (running >= this.slots || state.running >= this.laneSlots) return false
    for (const [owner, queue] of state.queues) {
      const own = state.runningOf.get(owner) ?? 0
      if (own >= this.ownerSlots) continue
      const next = queue.shift()!
      // Behind the others for the next turn.
      state.queues.delete(owner)
      if (queue.length > 0) state.queues.set(owner, queue)
      state.running++
      state.runningOf.set(owner, own + 1)
      next.start()
      return true
    }
    return false
  }
}

const emptyLane = (): LaneState => ({ running: 0, runningOf: new Map(), queues: new Map() })
