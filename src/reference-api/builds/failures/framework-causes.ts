/** What frameworks report about pages, adapters and their own output. */
import { addCommand, codeError, fileName, UPLOAD_AGAIN } from './failure.ts';
import type { Cause, Place } from './failure.ts';
import { errorAfter } from './first-error.ts';

/** Says which page could not be built, and the error that it threw. */
function pageFailed( page: string, error: string ): string {
	return `The page ${ page } could not be built. ${ error }`;
}

function place( file = '', line = '' ): Place {
	return { file: file && fileName( file ), line };
}

export const FRAMEWORK_CAUSES: readonly Cause[] = [
	{
		tool: 'Next.js',
		pattern:
			/Failed to fetch (?:font )?`?(?<font>[^`\n]+?)`? from Google Fonts|Failed to fetch font `(?<other>[^`]+)`/,
		message: ( { font, other } ) =>
			`The font ${ font || other } could not be fetched from Google Fonts. Store the font in the project and use next/font/local, or let the machine of the platform reach fonts.googleapis.com. Then deploy again.`,
	},
	{
		tool: 'Next.js',
		pattern:
			/(?<hook>\w+\(\)) should be wrapped in a suspense boundary at page "(?<page>[^"]+)"/,
		message: ( { hook, page = '' } ) =>
			pageFailed(
				page,
				`${ hook } needs a <Suspense> around the component that calls it. Add it, ${ UPLOAD_AGAIN }`
			),
	},
	{
		tool: 'Next.js',
		pattern:
			/Page "(?<page>[^"]+)" is missing "generateStaticParams\(\)" so it cannot be used with "output: export"/,
		message: ( { page = '' } ) =>
			pageFailed(
				page,
				`With output: 'export' it needs generateStaticParams(). Add it, or remove “output” from next.config, ${ UPLOAD_AGAIN }`
			),
	},
	{
		tool: 'Next.js',
		pattern: /Error occurred prerendering page "(?<page>[^"]+)"/,
		message: ( { page = '' }, failure, output ) =>
			pageFailed(
				page,
				errorAfter( output, `prerendering page "${ page }"`, failure )
			),
	},
	{
		tool: 'Next.js',
		pattern:
			/Could not find a production build in the '(?<folder>[^']+)' directory/,
		message: ( { folder } ) =>
			`“${ folder }” is missing: the script “build” does not exist or does not run next build. Correct “build” in package.json, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'Next.js',
		pattern: /Couldn't find any `pages` or `app` directory/,
		message: () =>
			`The project has no folder “app” or “pages”. Files listed in .gitignore may be missing from the zip, and the environment’s root directory may be another one. Correct it, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'Next.js',
		pattern:
			/^(?:\.\/)?(?<file>(?:[\w@()[\]./-]+)\.\w{2,4}):(?<line>\d+):\d+\n(?<title>(?:Syntax|Type) ?[eE]rror|Error): (?<message>.+)$/,
		message: ( { file, line, title = '', message = '' } ) =>
			message.startsWith( 'Module not found' )
				? null
				: codeError( title, place( file, line ), message ),
	},
	{
		tool: 'SWC',
		pattern:
			/^Error: {2,}[x×] (?<message>.+)$[^]{0,2000}?^\s*[,╭][-─]+\[(?<file>\S+?):(?<line>\d+):\d+\]/,
		message: ( { file, line, message = '' } ) =>
			codeError( 'Error', place( file, line ), message ),
	},
	{
		tool: 'Next.js',
		pattern:
			/^\.\/(?<file>\S+)\n(?<line>\d+):\d+ {2}Error: (?<message>.+?) {2}(?<rule>\S+)$/,
		message: ( { file, line, message = '', rule }, _failure, output ) =>
			codeError(
				`ESLint found an error (${ rule })`,
				place( file, line ),
				message,
				{
					more:
						( output.match( /^\d+:\d+ {2}Error: /gm )?.length ??
							1 ) - 1,
					remedy: 'Correct it or change the rule',
				}
			),
	},
	{
		tool: 'Astro',
		pattern:
			/\[?NoAdapterInstalled\]?|Cannot use server-rendered pages without an adapter/,
		message: ( _groups, failure ) =>
			`Astro renders pages on the server, and no adapter is installed. Run ${ addCommand(
				failure,
				'@astrojs/node'
			) }, add it to astro.config.mjs with mode: 'standalone', ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'Astro',
		pattern:
			/^\[[A-Z]\w+\] (?<message>[^\n]+)(?:\n {2}(?!Hint|Error ref|Location|Stack)(?<detail>[^\n]+))?\n(?:[^\n]*\n){0,12}? {2}Location:\n\s+(?<file>\S+?):(?<line>\d+):\d+$/,
		message: ( { file, line, message = '', detail } ) =>
			// Astro counts from 0 where it only knows the file.
			codeError(
				'Error',
				place( file, line === '0' ? '' : line ),
				`${ message } ${ detail?.replaceAll( '**', '' ) }`
			),
	},
	{
		tool: 'Astro',
		pattern:
			/^(?<message>[^\s\d[][^\n]*)\n {2}Location:\n\s+(?<file>[^\s:]+):(?<line>\d+):\d+$/,
		message: ( { file = '', line, message = '' } ) =>
			/(?:^|\/)node_modules\//.test( file )
				? null
				: codeError( 'Error', place( file, line ), message ),
	},
	{
		tool: 'Astro',
		pattern: /Caught error rendering (?<page>\/\S*): (?<error>[^\n]+)/,
		message: ( { page = '' }, failure, output ) =>
			pageFailed(
				page,
				errorAfter( output, 'generating static routes', failure )
			),
	},
];
