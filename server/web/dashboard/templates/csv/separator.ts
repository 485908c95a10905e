/**
 * What a spreadsheet of this reader splits at when it opens a CSV file: a semicolon where the comma is the decimal mark,
 * and in Switzerland. It shows a file with the other one as a single column.
 * @param acceptLanguage the browser's header
 */
export function separatorFor(acceptLanguage: string | undefined): ',' | ';' {
  const tag = (acceptLanguage ?? '').split(/[,;]/)[0]!.trim()
  try {
    const { region } = new Intl.Locale(tag).maximize()
    return region === 'CH' || new Intl.NumberFormat(tag).format(1.5).includes(',') ? ';' : ','
  } catch (error) {
    // The header says `*`, nothing, or what is no language.
    if (error instanceof RangeError) return ','
    throw error
  }
}
