import { showNewState } from './sign/calls.ts'
import { wireDecline } from './sign/decline-dialog.ts'
import { createSmsStep } from './sign/sms.ts'

/** The page that asks for the code before it shows the document: the right code brings it. Declining needs none. */
createSmsStep(showNewState)
wireDecline()
