import type { Command, Place, PlacedBox } from './commands.ts'
import type { SnapLines } from './geometry.ts'

/**
 * Boxes on the pages of a document, which people place by pointer or by keyboard. It draws them and turns what is done
 * to them into commands; the model is the caller's, who carries a command out (`History`) and shows the boxes again.
 * It knows nothing of templates: `face` says how a box looks and is called, `create` what a new one is.
 *
 * The page has an element for each page of the document, positioned and of the page's proportions; the layer adds an
 * `<ol class="boxes">` with a `<button class="box">` for each box, in the order of the model. The styles are
 * `styles/boxes.css`.
 */
export interface LayerOptions<B extends PlacedBox> {
  /** In order; sizes in points. */
  pages: { element: HTMLElement; width: number; height: number }[]
  /**
   * `text` is shown, or `columns` side by side, each as wide as its share; `name` is read out; `owner` becomes
   * `data-owner`, which decides the colour.
   */
  face(box: B): {
    name: string
    text: string
    owner: string
    problem: boolean
    columns?: readonly { text: string; share: number }[] | undefined
  }
  /** A new box of a kind that `arm`, `add` or `dragIn` named. */
  create(kind: string, place: Place): B
  /** Of a new box, in points. */
  sizeOf(kind: string): { width: number; height: number }
  /** Where boxes stick besides each other. */
  snapLines(page: number): SnapLines
  /** A completed change, with a name for people: "Move 2 boxes". */
  onCommand(name: string, command: Command<{ boxes: readonly B[] }>): void
  onSelect(ids: readonly string[]): void
  /** Enter on a box: its properties are wanted. */
  onEnter(): void
  /** A tool was put away: it has placed its box, or Esc was pressed. */
  onDisarm(): void
}

/** What gestures and keys work on. */
export interface Desk<B extends PlacedBox> {
  options: LayerOptions<B>
  boxes: readonly B[]
  selected: Set<string>
  /** The kind that the next press on a page places. */
  armed: string | null
  button(id: string): HTMLElement | undefined
  select(ids: Iterable<string>, focus?: boolean): void
  arm(kind: string | null): void
  /** Changes places; with the order of reading kept where it was kept before. */
  move(name: string, places: readonly (Place & { id: string })[]): void
  insert(name: string, boxes: readonly B[]): void
}

export interface BoxLayer<B extends PlacedBox> {
  show(boxes: readonly B[]): void
  select(ids: Iterable<string>, focus?: boolean): void
  readonly selected: ReadonlySet<string>
  arm(kind: string | null): void
  readonly armed: string | null
  /** Places a new box in the middle of the page that is in view, and focuses it. */
  add(kind: string): void
  /** Adds boxes to the model, into the order of reading, and selects them. */
  insert(name: string, boxes: readonly B[]): void
  /** The page that is closest to the middle of the window, from 1. */
  pageInView(): number
  remove(): void
  duplicate(): void
  /** Moves the selected boxes, or their lower right corner, by points. */
  nudge(by: { x: number; y: number }, resizes?: boolean): void
  /** Lets a tool be dragged from its button onto a page. */
  dragIn(event: PointerEvent, kind: string): void
}

export const boxCount = (boxes: number): string => (boxes === 1 ? '1 box' : `${boxes} boxes`)
