const NAME = 'inpk-theme'

export type ColourTheme = 'light' | 'dark'

/** What was chosen here before, else what the system says. */
export function currentTheme(): ColourTheme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Shows the page as it was chosen before. */
export function applyTheme(): void {
  const chosen = localStorage.getItem(NAME)
  if (chosen !== null) document.documentElement.dataset.theme = chosen
}

/** Chooses for this browser. */
export function chooseTheme(theme: ColourTheme): void {
  localStorage.setItem(NAME, theme)
  document.documentElement.dataset.theme = theme
}
