import { showNewState } from './sign/calls.ts'
import { createSmsStep } from './sign/sms.ts'

/** The page that asks for the code before it shows the document: the right code brings the document. */
createSmsStep(showNewState)
