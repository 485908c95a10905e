import { AFRelationship, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { fixture } from './conformance.ts'

/** An invoice in the syntax of EN 16931, as short as it gets. */
export const INVOICE = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made for a test -->
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
  xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation="urn:a b.xsd">
  <rsm:ExchangedDocument><ID>2026-11</ID><Note><![CDATA[<b> & "more"]]></Note><Empty a="1 > 0"/></rsm:ExchangedDocument>
  <Name>Müller &amp; Söhne</Name>
</rsm:CrossIndustryInvoice>
`

export interface Attached {
  name: string
  content: string | Uint8Array
}

/** What Factur-X adds to the metadata. */
const facturX = (file: string) => `<rdf:Description rdf:about=""
 xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"><fx:DocumentType>INVOICE</fx:DocumentType>
 <fx:DocumentFileName>${file}</fx:DocumentFileName><fx:Version>1.0</fx:Version>
 <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>`

/** A PDF/A-3b file with these attachments, whose metadata names `factur-x.xml` as its invoice. */
export async function facturXPdf(files: Attached[]): Promise<Buffer> {
  const pdf = await PDFDocument.load(fixture('pdfa-3b'), { updateMetadata: false })
  for (const { name, content } of files) {
    const options = { mimeType: 'text/xml', afRelationship: AFRelationship.Alternative }
    await pdf.attach(Buffer.from(content), name, options)
  }
  const metadata = pdf.context.lookup(pdf.catalog.get(PDFName.of('Metadata'))) as PDFRawStream
  const xmp = Buffer.from(metadata.contents)
    .toString('utf8')
    .replace('</rdf:RDF>', `${facturX('factur-x.xml')}</rdf:RDF>`)
  const dict = pdf.context.obj({ Type: 'Metadata', Subtype: 'XML', Length: Buffer.byteLength(xmp) })
  pdf.catalog.set(PDFName.of('Metadata'), pdf.context.register(PDFRawStream.of(dict, Buffer.from(xmp))))
  return Buffer.from(await pdf.save({ useObjectStreams: false, updateFieldAppearances: false }))
}
