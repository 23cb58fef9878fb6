import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A theme in a webview: the class of its body, and its variables. */
export interface Theme {
  readonly name: string;
  readonly bodyClass: string;
  readonly variables: Readonly<Record<string, string>>;
}

type Kind = 'light' | 'dark' | 'highContrast' | 'highContrastLight';

/** Colours of VS Code's Light Modern, Dark Modern and high-contrast themes. */
const COLOURS: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  light: {
    foreground: '#3b3b3b',
    'editor-background': '#ffffff',
    'editor-foreground': '#3b3b3b',
    'sideBar-background': '#f8f8f8',
    descriptionForeground: '#3b3b3b',
    focusBorder: '#005fb8',
    'panel-border': '#e5e5e5',
    'widget-border': '#e5e5e5',
    'editorWidget-background': '#f8f8f8',
    'textLink-foreground': '#005fb8',
    'textLink-activeForeground': '#005fb8',
    'button-background': '#005fb8',
    'button-foreground': '#ffffff',
    'button-hoverBackground': '#0258a8',
    'button-border': '#0000001a',
    'button-secondaryBackground': '#e5e5e5',
    'button-secondaryForeground': '#3b3b3b',
    'button-secondaryHoverBackground': '#cccccc',
    'inputOption-activeBackground': '#bed6ed',
    'inputOption-activeForeground': '#000000',
    'inputOption-activeBorder': '#005fb8',
    'dropdown-background': '#ffffff',
    'dropdown-foreground': '#3b3b3b',
    'dropdown-border': '#cecece',
    'settings-dropdownBorder': '#cecece',
    'panelTitle-activeForeground': '#3b3b3b',
    'panelTitle-inactiveForeground': '#3b3b3b',
    'panelTitle-activeBorder': '#005fb8',
    'progressBar-background': '#005fb8',
    'list-hoverBackground': '#f2f2f2',
    'charts-blue': '#0063d3',
    'charts-purple': '#652d90',
    'charts-green': '#388a34',
  },
  dark: {
    foreground: '#cccccc',
    'editor-background': '#1f1f1f',
    'editor-foreground': '#cccccc',
    'sideBar-background': '#181818',
    descriptionForeground: '#9d9d9d',
    focusBorder: '#0078d4',
    'panel-border': '#2b2b2b',
    'widget-border': '#313131',
    'editorWidget-background': '#202020',
    'textLink-foreground': '#4daafc',
    'textLink-activeForeground': '#4daafc',
    'button-background': '#0078d4',
    'button-foreground': '#ffffff',
    'button-hoverBackground': '#026ec1',
    'button-border': '#ffffff12',
    'button-secondaryBackground': '#313131',
    'button-secondaryForeground': '#cccccc',
    'button-secondaryHoverBackground': '#3c3c3c',
    'inputOption-activeBackground': '#2489db82',
    'inputOption-activeForeground': '#ffffff',
    'inputOption-activeBorder': '#2488db',
    'dropdown-background': '#313131',
    'dropdown-foreground': '#cccccc',
    'dropdown-border': '#3c3c3c',
    'settings-dropdownBorder': '#3c3c3c',
    'panelTitle-activeForeground': '#cccccc',
    'panelTitle-inactiveForeground': '#9d9d9d',
    'panelTitle-activeBorder': '#0078d4',
    'progressBar-background': '#0078d4',
    'list-hoverBackground': '#2a2d2e',
    'charts-blue': '#3794ff',
    'charts-purple': '#b180d7',
    'charts-green': '#89d185',
  },
  highContrast: {
    foreground: '#ffffff',
    'editor-background': '#000000',
    'editor-foreground': '#ffffff',
    'sideBar-background': '#000000',
    descriptionForeground: '#ffffffb3',
    focusBorder: '#f38518',
    contrastBorder: '#6fc3df',
    contrastActiveBorder: '#f38518',
    'panel-border': '#6fc3df',
    'widget-border': '#6fc3df',
    'editorWidget-background': '#0c141f',
    'textLink-foreground': '#21a6ff',
    'textLink-activeForeground': '#21a6ff',
    'button-foreground': '#ffffff',
    'button-background': '#000000',
    'button-border': '#6fc3df',
    'button-secondaryForeground': '#ffffff',
    'dropdown-background': '#000000',
    'dropdown-foreground': '#ffffff',
    'dropdown-border': '#6fc3df',
    'settings-dropdownBorder': '#6fc3df',
    'inputOption-activeBackground': '#00000000',
    'inputOption-activeForeground': '#ffffff',
    'inputOption-activeBorder': '#6fc3df',
    'panelTitle-activeForeground': '#ffffff',
    'panelTitle-inactiveForeground': '#ffffff',
    'panelTitle-activeBorder': '#6fc3df',
    'progressBar-background': '#6fc3df',
    'charts-blue': '#59a4f9',
    'charts-purple': '#b180d7',
    'charts-green': '#89d185',
  },
  highContrastLight: {
    foreground: '#292929',
    'editor-background': '#ffffff',
    'editor-foreground': '#292929',
    'sideBar-background': '#ffffff',
    descriptionForeground: '#292929b3',
    focusBorder: '#006bbd',
    contrastBorder: '#0f4a85',
    contrastActiveBorder: '#006bbd',
    'panel-border': '#0f4a85',
    'widget-border': '#0f4a85',
    'editorWidget-background': '#ffffff',
    'textLink-foreground': '#0f4a85',
    'textLink-activeForeground': '#0f4a85',
    'button-background': '#0f4a85',
    'button-foreground': '#ffffff',
    'button-border': '#0f4a85',
    'button-secondaryBackground': '#ffffff',
    'button-secondaryForeground': '#292929',
    'dropdown-background': '#ffffff',
    'dropdown-foreground': '#292929',
    'dropdown-border': '#0f4a85',
    'settings-dropdownBorder': '#0f4a85',
    'inputOption-activeBackground': '#00000000',
    'inputOption-activeForeground': '#292929',
    'inputOption-activeBorder': '#0f4a85',
    'panelTitle-activeForeground': '#292929',
    'panelTitle-inactiveForeground': '#292929',
    'panelTitle-activeBorder': '#b5200d',
    'progressBar-background': '#0f4a85',
    'charts-blue': '#1a85ff',
    'charts-purple': '#652d90',
    'charts-green': '#374e06',
  },
};

const BODY_CLASSES: Readonly<Record<Kind, string>> = {
  light: 'vscode-light',
  dark: 'vscode-dark',
  highContrast: 'vscode-high-contrast',
  highContrastLight: 'vscode-high-contrast vscode-high-contrast-light',
};

/** The theme whose default VS Code uses for a colour that has none in a theme. */
const FALLBACKS: Readonly<Record<Kind, Kind>> = {
  light: 'light',
  dark: 'dark',
  highContrast: 'dark',
  highContrastLight: 'light',
};

interface Contributed {
  readonly id: string;
  readonly defaults: Readonly<Partial<Record<Kind, string>>>;
}

/** Every theme, with the colours that the extension's manifest contributes. */
export function themes(): Theme[] {
  const manifest = JSON.parse(readFileSync(path.resolve('package.json'), 'utf8')) as {
    contributes: { colors: Contributed[] };
  };
  return (Object.keys(COLOURS) as Kind[]).map((kind) => {
    const contributed = manifest.contributes.colors.map(
      ({ id, defaults }) => [id.replace('.', '-'), defaults[kind] ?? defaults[FALLBACKS[kind]] ?? ''] as const,
    );
    const colours = Object.entries({ ...COLOURS[kind], ...Object.fromEntries(contributed) });
    return {
      name: kind,
      bodyClass: BODY_CLASSES[kind],
      variables: {
        ...Object.fromEntries(colours.map(([name, colour]) => [`--vscode-${name}`, colour])),
        '--vscode-font-family': '"DejaVu Sans", sans-serif',
        '--vscode-font-size': '13px',
        '--vscode-editor-font-family': '"DejaVu Sans Mono", monospace',
      },
    };
  });
}

export function theme(kind: Kind): Theme {
  const found = themes().find(({ name }) => name === kind);
  if (!found) {
    throw new Error(`no theme ${kind}`);
  }
  return found;
}
