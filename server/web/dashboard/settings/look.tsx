import { textOn } from '../../../domain/colour.ts'
import type { Workspace } from '../../../domain/records/workspaces/read.ts'
import { accentsOf } from '../../signing/look.ts'
import { Checkbox, EntryField, type Problems } from '../parts/form.tsx'
import { Card } from '../parts/pieces.tsx'

/** Colour and logo of the signers' pages and of emails, and what becomes of the colour. */
export function LookCard({ workspace, problems }: { workspace: Workspace; problems: Problems }) {
  const { brand_color: colour, logo } = workspace
  return (
    <Card title="Look" pad="stack">
      <EntryField
        name="brand_color"
        label="Colour of signers’ pages and emails"
        value={colour ?? ''}
        placeholder="#1f4fd8"
        hint="Text on it is white or black, whichever can be read better."
        problems={problems}
      />
      {colour !== null && problems.brand_color === undefined && <Samples colour={colour} />}
      {logo && (
        <p>
          <img class="brand" src="/settings/logo" alt="The logo" />
        </p>
      )}
      <EntryField
        name="picture"
        label={logo ? 'Another logo' : 'Logo'}
        type="file"
        accept="image/png,image/jpeg"
        hint="A PNG or JPEG that looks good on white. It stands beside your name on the signers’ pages, and above every email, 40 pixels high."
        problems={problems}
      />
      {logo && <Checkbox name="no_picture" label="No logo" checked={false} />}
    </Card>
  )
}

/** What signers see of the colour by day and by night: their pages follow the device. */
function Samples({ colour }: { colour: string }) {
  const { light, dark } = accentsOf(colour)
  const changed = [
    ...(light === colour ? [] : [`darkened to ${light} on light pages`]),
    ...(dark === colour ? [] : [`lightened to ${dark} on dark ones`]),
  ]
  return (
    <div>
      <div class="buttons">
        <Sample colour={colour} accent={light} ground="#ffffff" name="light" />
        <Sample colour={colour} accent={dark} ground="#161b26" name="dark" />
      </div>
      <p class="small">
        {changed.length === 0
          ? 'Text in this colour can be read on light and on dark pages.'
          : `So that it can be read, text in this colour is ${changed.join(', and ')}.`}
      </p>
    </div>
  )
}

interface SampleProps {
  colour: string
  accent: string
  ground: string
  name: string
}

function Sample({ colour, accent, ground, name }: SampleProps) {
  const text = { y: 34, 'font-size': 15, 'font-weight': 600, 'text-anchor': 'middle' }
  return (
    <svg class="sample" viewBox="0 0 190 56" role="img" aria-label={`A button and a link on a ${name} page`}>
      <rect width="190" height="56" rx="8" fill={ground} />
      <rect x="12.5" y="10.5" width="91" height="35" rx="9" fill={colour} stroke={accent} />
      <text x="58" fill={textOn(colour)} {...text}>
        Sign
      </text>
      <text x="146" fill={accent} text-decoration="underline" {...text}>
        Link
      </text>
    </svg>
  )
}
