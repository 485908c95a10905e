/** The page works from now on: the notice that it has not started (`signing/not-started.tsx`) goes. */
export function started(): void {
  document.getElementById('not-started')?.remove()
}
