import './menus.ts'
import './times.ts'
import { started } from './dom.ts'
import { showNewState } from './sign/calls.ts'
import { wireDecline } from './sign/decline-dialog.ts'
import { wireHandOver } from './sign/hand-over-dialog.ts'
import { createSmsStep } from './sign/sms.ts'

/** The page that asks for the code before it shows the document. Declining needs no code. */
createSmsStep(showNewState)
wireHandOver(wireDecline())
started()
