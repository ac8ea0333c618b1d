// The look: Mantine's theme from the product's tokens (ten-step scales of the palette, AA contrast in both schemes).

import { palette } from '@flotta/core/palette.ts'
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'
import type { MouseEvent } from 'react'
import { ColorScheme, preference, setPreference, subscribePreferences } from './preferences.ts'

/** Ten steps from light to dark. */
const scale = (steps: string): MantineColorsTuple =>
  steps.split(' ') as readonly string[] as MantineColorsTuple
// Each scale is even in OKLCH lightness and passes through the palette's own colour.
const blue = scale(
  `#f3f7ff #ccdafa #acc1f1 #8faae7 #7594dd #5c7dd2 #4467c7 ${palette.blue} #1e3a93 #0f246d`,
)
const red = scale(
  `#fef4f3 #ffcec8 #fcada4 #f48f84 #ea7166 #df5148 #d6332f ${palette.red} #b2151a #92000b`,
)
const green = scale(
  `#f0f9f4 #c4ead4 #9fdbba #7acda2 #53bf8c ${palette.green} #00855a #02784e #005d3b #00442a`,
)
const yellow = scale(
  `#fbf6ed #fde9b8 #fddd8d #fcd15e ${palette.yellow} #d4a600 #ae8800 #8a6b00 #674f00 #473500`,
)
const orange = scale(
  `#fef5ee #feddc4 #ffc89d #ffb373 #fb9f4b ${palette.orange} #cc7200 #a35900 #7b4200 #562c00`,
)
/** Slightly bluish. */
const gray = scale(
  '#fafbfc #f4f6f8 #e9ecf1 #dde2e9 #c8cfd9 #a7b0be #5f6a7b #454e5d #2c333f #1a1f27',
)
/** Dark surfaces: 8 the background, 7 panels, 6 raised surfaces; 4 borders; 2 quiet text; 0 text. */
const dark = scale(
  '#e6e9ee #c6ccd6 #a5aebc #7d8798 #3c4450 #2d333e #232832 #1b1f26 #14171c #0e1014',
)

const FONT = "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

/**
 * A click into the hours or minutes that are selected already leaves them so. When the button is released, the browser would take the selection
 * away and place its caret between the digits, and what is typed would mix with what stands.
 */
const staysSelected = {
  onMouseUp: (event: MouseEvent<HTMLInputElement>) => event.preventDefault(),
}

export const theme = createTheme({
  colors: { blue, red, green, yellow, orange, gray, dark },
  primaryColor: 'blue',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  black: '#1a1f27',
  white: palette.white,
  fontFamily: FONT,
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: FONT,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.35' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '75em', xl: '100em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Tooltip: {
      defaultProps: {
        withArrow: true,
        openDelay: 300,
        events: { hover: true, focus: true, touch: false },
      },
    },
    Menu: { defaultProps: { shadow: 'md', withinPortal: true } },
    Popover: { defaultProps: { shadow: 'md' } },
    Modal: {
      // The header of a dialog is no second banner of the page.
      defaultProps: {
        centered: true,
        radius: 'lg',
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 150 },
        attributes: { header: { role: 'presentation' } },
      },
      // The header must not cut the ring of the first focused element.
      styles: { title: { fontSize: 16, fontWeight: 600 }, body: { paddingTop: 4 } },
    },
    Drawer: {
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.45 },
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: { fontSize: 16, fontWeight: 600 } },
    },
    TimePicker: {
      defaultProps: { hoursInputProps: staysSelected, minutesInputProps: staysSelected },
    },
    InputWrapper: { styles: { label: { marginBottom: 4 }, error: { marginTop: 4 } } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
  },
})

/** The quiet fills of each colour: normal, under the pointer, and the text colour on them (4.5 : 1 or more). */
const quiet = {
  light: {
    blue: ['#e8eefc', '#dbe5fa', '#2e51bb'],
    red: ['#fdebe9', '#fbdcd9', '#b2151a'],
    green: ['#e5f6ee', '#d5efe2', '#02784e'],
    yellow: ['#fdf3d6', '#fbebbf', '#674f00'],
    orange: ['#feeddd', '#fde1c8', '#7b4200'],
    gray: ['#eef1f5', '#e3e8ee', '#454e5d'],
  },
  dark: {
    blue: ['rgba(117, 148, 221, 0.18)', 'rgba(117, 148, 221, 0.26)', '#acc1f1'],
    red: ['rgba(234, 113, 102, 0.18)', 'rgba(234, 113, 102, 0.26)', '#f9b3ab'],
    green: ['rgba(83, 191, 140, 0.16)', 'rgba(83, 191, 140, 0.24)', '#7acda2'],
    yellow: ['rgba(252, 209, 94, 0.16)', 'rgba(252, 209, 94, 0.24)', '#fcd15e'],
    orange: ['rgba(251, 159, 75, 0.16)', 'rgba(251, 159, 75, 0.24)', '#ffb373'],
    gray: ['rgba(165, 174, 188, 0.14)', 'rgba(165, 174, 188, 0.22)', '#c6ccd6'],
  },
} as const satisfies Record<string, Record<string, readonly [string, string, string]>>
function quietFills(scheme: keyof typeof quiet): Record<string, string> {
  const fills: Record<string, string> = {}
  for (const [name, [rest, hover, ink]] of Object.entries(quiet[scheme])) {
    fills[`--mantine-color-${name}-light`] = rest
    fills[`--mantine-color-${name}-light-hover`] = hover
    fills[`--mantine-color-${name}-light-color`] = ink
  }
  return fills
}

/** Names for the meanings of colours, each for light and dark; screens use these, never a raw colour. */
const meanings = {
  '--flotta-ground': ['#eef1f5', '#14171c'],
  '--flotta-surface': ['#ffffff', '#1b1f26'],
  '--flotta-raised': ['#ffffff', '#232832'],
  '--flotta-sunken': ['#f4f6f8', '#14171c'],
  '--flotta-hover': ['#f0f3f7', '#272d38'],
  '--flotta-border': ['#dde2e9', '#323945'],
  '--flotta-text': ['#1a1f27', '#e6e9ee'],
  '--flotta-text-quiet': ['#5f6a7b', '#a5aebc'],
  // The text of a disabled button must be readable too.
  '--mantine-color-disabled-color': ['#566071', '#a5aebc'],
  '--flotta-focus': [palette.blue, '#9db4ec'],
  '--flotta-event': [palette.blue, '#7594dd'],
  '--flotta-warning': [palette.yellow, palette.yellow],
  '--flotta-alarm': [palette.red, '#ea5a50'],
  '--flotta-connected': ['#0e9a66', '#22c98a'],
  '--flotta-standby': ['#d98200', '#f9a63a'],
  '--flotta-disconnected': ['#7d8798', '#8e98a8'],
  '--flotta-event-text': [palette.blue, '#9db4ec'],
  '--flotta-connected-text': ['#02784e', '#53bf8c'],
  '--flotta-warning-text': ['#7a5e00', '#fcd15e'],
  '--flotta-alarm-text': ['#b2151a', '#f48f84'],
  '--mantine-color-dimmed': ['#5f6a7b', '#a5aebc'],
  '--mantine-color-placeholder': ['#6b7687', '#929cac'],
  '--mantine-color-error': ['#b2151a', '#f48f84'],
  '--mantine-color-anchor': [palette.blue, '#9db4ec'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>
const colorsOf = (scheme: 0 | 1) =>
  Object.fromEntries(
    Object.entries(meanings).map(([name, colors]) => [name, colors[scheme]]),
  ) as Record<keyof typeof meanings, string>

export const tokens = {
  variables: { '--flotta-row': '36px', '--flotta-topbar': '52px', '--flotta-rail': '56px' },
  light: { ...quietFills('light'), ...colorsOf(0) },
  dark: {
    ...quietFills('dark'),
    ...colorsOf(1),
    '--mantine-color-default-border': '#3c4450',
  },
}
export const cssVariables: CSSVariablesResolver = () => tokens

/** Mantine's colour scheme, stored as the cookie preference `color_scheme`. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let stop: (() => void) | null = null
  return {
    get: () => preference('color_scheme'),
    set: value => {
      if (value !== preference('color_scheme'))
        setPreference('color_scheme', ColorScheme.parse(value))
    },
    subscribe: onUpdate => {
      stop = subscribePreferences(() => onUpdate(preference('color_scheme')))
    },
    unsubscribe: () => stop?.(),
    clear: () => setPreference('color_scheme', 'auto'),
  }
}
