import { apply, type BoxModel, type Command } from './commands.ts'

/** Steps that can be undone. */
export const MOST_STEPS = 200

interface Step<M extends BoxModel> {
  /** What was done, for people: "Move 2 boxes". */
  name: string
  command: Command<M>
}

/** A model with what was done to it: undo is a list of inverses. */
export class History<M extends BoxModel> {
  model: M
  private undos: Step<M>[] = []
  private redos: Step<M>[] = []

  constructor(model: M) {
    this.model = model
  }

  get canUndo(): boolean {
    return this.undos.length > 0
  }

  get canRedo(): boolean {
    return this.redos.length > 0
  }

  do(name: string, command: Command<M>): void {
    this.redos = []
    this.undos.push({ name, command: this.carryOut(command) })
    if (this.undos.length > MOST_STEPS) this.undos.shift()
  }

  /** @returns the name of what was undone; null: nothing was left */
  undo(): string | null {
    return this.step(this.undos, this.redos)
  }

  redo(): string | null {
    return this.step(this.redos, this.undos)
  }

  private step(from: Step<M>[], to: Step<M>[]): string | null {
    const step = from.pop()
    if (!step) return null
    to.push({ name: step.name, command: this.carryOut(step.command) })
    return step.name
  }

  private carryOut(command: Command<M>): Command<M> {
    const { model, inverse } = apply(this.model, command)
    this.model = model
    return inverse
  }
}
