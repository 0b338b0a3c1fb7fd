/** What frameworks report about pages, adapters and their own output. */
import {
	addCommand,
	codeError,
	fileName,
	missingModule,
	quote,
	UPLOAD_AGAIN,
} from './failure.ts';
import type { Cause, Failure, Place } from './failure.ts';
import { errorAfter } from './first-error.ts';

/** Says which page could not be built, and the error that it threw. */
function pageFailed( page: string, error: string ): string {
	return `The page ${ page } could not be built. ${ error }`;
}

function place( file = '', line = '' ): Place {
	return { file: file && fileName( file ), line };
}

/** @param from The page with the link; may be empty. */
function deadLink( page: string, from: string ): string {
	return `${
		from
			? `The page ${ from } links to ${ page }`
			: `A page links to ${ page }`
	}, which does not exist. Correct the link or add the page, ${ UPLOAD_AGAIN }`;
}

/** Eleventy numbers the causes of an error; the last one is the first that happened. */
function templateFailed( output: string, failure: Failure ): string {
	const heading = 'Problem writing Eleventy templates:';
	const [ causes = '' ] = output
		.slice( output.indexOf( heading ) )
		.split( /^(?:Original error stack trace|Wrote \d)/m );
	const last = causes.trim().split( '\n' ).at( -1 ) ?? '';
	const file = /\.\/([^\s"',)]+\.\w+)/.exec( causes )?.[ 1 ];
	if ( ! file ) {
		return errorAfter( output, 'Original error stack trace', failure );
	}
	const line = /line:(\d+)/.exec( causes )?.[ 1 ];
	return codeError(
		'Error',
		place( file, line ),
		last.replace( /^\d+\. /, '' ).replace( / \(via [^()]*\)$/, '' )
	);
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
			/^\[[A-Z][a-z]\w+\] (?<message>[^\n]+)(?:\n {2}(?!Hint|Error ref|Location|Stack)(?<detail>[^\n]+))?\n(?:[^\n]*\n){0,12}? {2}Location:\n\s+(?<file>\S+?):(?<line>\d+):\d+$/,
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
			/^(?<message>[A-Za-z"'`][^\n]*)\n {2}Location:\n\s+(?<file>[^\s:]+):(?<line>\d+):\d+$/,
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
	{
		tool: 'SvelteKit',
		pattern:
			/"(?<name>\w+)" is not exported by "[^"]*\benv\/static\/[\w.]+"(?:, imported by "(?<file>[^"]+)"|[^]{0,80}?╭─\[ (?<frame>[^\s:]+):)/,
		message: ( { name, file, frame } ) =>
			`${ file || frame } reads the variable ${ name }, which is not set. Set it as a shell variable of the environment, then deploy again.`,
	},
	{
		tool: 'SvelteKit',
		pattern:
			/Error: (?<status>\d{3}) (?<page>\/\S*) \(linked from (?<from>\/\S*)\)/,
		message: ( { status, page = '', from = '' }, failure, output ) =>
			status === '404'
				? deadLink( page, from )
				: pageFailed(
						page,
						errorAfter(
							output,
							`[${ status }] GET ${ page }`,
							failure
						)
					),
	},
	{
		tool: 'SvelteKit',
		pattern: /^\[500\] GET (?<page>\/\S*)$/,
		message: ( { page = '' }, failure, output ) =>
			pageFailed(
				page,
				errorAfter( output, `[500] GET ${ page }`, failure )
			),
	},
	{
		tool: 'SvelteKit',
		pattern: /^SvelteKit error: \w+\n(?<message>[^\n]+)/,
		message: ( { message = '' } ) =>
			codeError( 'SvelteKit', place(), message ),
	},
	{
		tool: 'SvelteKit',
		pattern: /^(?<status>\d{3}) GET (?<page>\/\S*)$/,
		message: ( { status, page = '' }, failure, output ) => {
			if ( ! output.includes( 'prerender_http_error' ) ) {
				return null;
			}
			const from = /was linked from `(\/[^`]*)`/.exec( output )?.[ 1 ];
			return status === '404'
				? deadLink( page, from ?? '' )
				: pageFailed(
						page,
						errorAfter( output, 'Prerendering', failure )
					);
		},
	},
	{
		tool: 'Svelte',
		pattern:
			/(?:^|\s)(?<file>[^\s:]+\.svelte):(?<line>\d+):\d+:? (?<message>[A-Z].+)$/,
		message: ( { file, line, message = '' } ) =>
			codeError( 'Error', place( file, line ), message ),
	},
	{
		tool: 'Nuxt',
		pattern:
			/module `(?<name>[^`]+)` could not be loaded|Could not load `(?<other>[^`]+)`\. Is it installed/,
		message: ( { name, other = '' }, failure ) =>
			missingModule( name || other, failure, place( 'nuxt.config.ts' ) ),
	},
	{
		tool: 'Nitro',
		pattern:
			/[├└]─ (?<page>\/\S*) \(\d+ms\)[^\n]*\n[^\n]*[├└]── (?:Error: )?(?<message>\[\d+\] [^\n]+)/,
		message: ( { page = '', message = '' } ) =>
			pageFailed(
				page,
				`It answers ${ quote( message ) } while pages are prerendered. Correct the page or the link to it, ${ UPLOAD_AGAIN }`
			),
	},
	{
		tool: 'Vite',
		pattern:
			/\[plugin [^\]]+\] (?<file>[^\s:]+)(?::| \()(?<line>\d+):\d+(?:\n|\): )(?:\w+: )?(?<message>.+)$/,
		message: ( { file, line, message = '' } ) =>
			codeError( 'Error', place( file, line ), message ),
	},
	{
		tool: 'React Router',
		pattern:
			/Server-only module referenced by client\n\s+'(?<name>[^']+)' imported by route '(?<file>[^']+)'/,
		message: ( { name, file } ) =>
			`${ file } uses the module “${ name }” of the server in the browser. Use it only in loader, action, middleware and headers, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'Eleventy',
		pattern: /^\[11ty\] Problem writing Eleventy templates:/,
		message: ( _groups, failure, output ) =>
			templateFailed( output.replaceAll( /^\[11ty\] ?/gm, '' ), failure ),
	},
];
