/** For pages without a script of their own. */
import './menus.ts'
import './once.ts'
import './times.ts'
