import { PDFDict, type PDFObject, PDFRef } from 'pdf-lib'
import type { PdfFile } from './document.ts'
import { get, nameOf } from './objects.ts'

/**
 * Fixes the layers of a document that a viewer would switch by itself, when it prints, exports, zooms or by its language
 * (ISO 32000-1, 8.11.4.4), in the state that the signers see: that of pdf.js on screen.
 * @returns whether any would have been switched
 */
export function fixLayers(pdf: PdfFile): boolean {
  const properties = get.dict(pdf.catalog, 'OCProperties')
  const groups = properties && get.array(properties, 'OCGs')
  const layers = (groups?.asArray() ?? []).flatMap((entry) => {
    const group = pdf.lookup(entry)
    return entry instanceof PDFRef && group instanceof PDFDict ? [{ ref: entry, group }] : []
  })
  if (!properties || layers.length === 0) return false
  const config = get.dict(properties, 'D') ?? pdf.context.obj({})
  const [on, off] = ['ON', 'OFF'].map((key) => new Set<PDFObject>(get.array(config, key)?.asArray()))
  const startsOn = get.name(config, 'BaseState') !== 'OFF'
  const listed = (layer: PDFRef) => (startsOn ? !off!.has(layer) : on!.has(layer))
  const shown = layers.filter(({ ref, group }) => listed(ref) && stateIn(group, 'View') !== 'OFF')
  const switched = layers.filter((layer) => isSwitched(layer.group, shown.includes(layer)))
  if (switched.length === 0) return false
  for (const { ref, group } of switched) {
    group.delete(nameOf('Usage'))
    pdf.touch(ref)
  }
  config.delete(nameOf('AS'))
  config.delete(nameOf('BaseState'))
  config.set(nameOf('ON'), pdf.context.obj(shown.map(({ ref }) => ref)))
  config.set(nameOf('OFF'), pdf.context.obj(layers.filter((layer) => !shown.includes(layer)).map(({ ref }) => ref)))
  properties.set(nameOf('D'), config)
  pdf.touch(get.ref(properties, 'D') ?? get.ref(pdf.catalog, 'OCProperties') ?? pdf.catalogRef)
  pdf.touch(get.ref(pdf.catalog, 'OCProperties') ?? pdf.catalogRef)
  return true
}

/** Whether its usage asks for another state than the one on screen, some time or for somebody. */
function isSwitched(group: PDFDict, isShown: boolean): boolean {
  const usage = get.dict(group, 'Usage')
  if (!usage) return false
  const states = ['View', 'Print', 'Export'].map((event) => stateIn(group, event))
  const zoom = get.dict(usage, 'Zoom')
  const isZoomed = zoom !== undefined && zoom.entries().length > 0
  return (
    isZoomed ||
    ['Language', 'User'].some((key) => get.dict(usage, key)) ||
    states.some((state) => state && state !== (isShown ? 'ON' : 'OFF'))
  )
}

function stateIn(group: PDFDict, event: string): string | undefined {
  const usage = get.dict(group, 'Usage')
  const dict = usage && get.dict(usage, event)
  return dict && get.name(dict, `${event}State`)
}
