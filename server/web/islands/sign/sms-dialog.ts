import { byId } from '../dom.ts'
import { data } from './data.ts'
import { createSmsStep, type SmsStepView } from './sms.ts'

let view: SmsStepView | null = null
let isVerified = data.sms === null
let settle: (verified: boolean) => void = () => {}

/** Asks for the code if the document requires one; true when the phone is verified, false when the signer cancelled. */
export async function confirmPhone(): Promise<boolean> {
  if (isVerified) return true
  await import('../../styles/sms.css').catch(console.info)
  const dialog = byId<HTMLDialogElement>('sms-dialog')
  view ??= wire(dialog)
  // Opened again before the browser said that it was closed.
  settle(false)
  dialog.showModal()
  view.focus()
  return new Promise((resolve) => {
    settle = resolve
  })
}

function wire(dialog: HTMLDialogElement): SmsStepView {
  byId('sms-cancel').addEventListener('click', () => dialog.close())
  // The browser also closes it, on Escape or a phone's back button.
  dialog.addEventListener('close', () => {
    if (!dialog.open) settle(isVerified)
  })
  return createSmsStep(() => {
    isVerified = true
    dialog.close()
  })
}
