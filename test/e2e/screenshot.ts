/** Pictures of pages, as a desktop shows them. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { LOCAL } from '../../src/dev-kit/paths.ts';

/** The pictures that are only looked at. Ignored by git, and emptied before each run. */
const VIEWED_PICTURES = path.join( LOCAL, 'screenshots' );

/** Smallest phone and usual desktop. */
const SIZES = [
	{ width: 1440, height: 900 },
	{ width: 360, height: 740 },
] as const;

/** The first fonts of WordPress and of the portal fall back to a serif font in a browser without a desktop. */
const FONT = [ '-apple-system', 'system-ui', 'BlinkMacSystemFont' ]
	.flatMap( ( name ) =>
		Object.entries( {
			400: [ 'Roboto', 'Inter', 'Lato Regular', 'DejaVu Sans' ],
			500: [
				'Roboto Medium',
				'Inter Medium',
				'Lato Medium',
				'DejaVu Sans',
			],
			600: [
				'Roboto Medium',
				'Inter SemiBold',
				'Lato Semibold',
				'DejaVu Sans Bold',
			],
			700: [
				'Roboto Bold',
				'Inter Bold',
				'Lato Bold',
				'DejaVu Sans Bold',
			],
		} ).map(
			( [ weight, installed ] ) =>
				`@font-face { font-family: "${ name }"; font-weight: ${ weight }; src: ${ installed
					.map( ( font ) => `local( "${ font }" )` )
					.join( ', ' ) }; }`
		)
	)
	.join( '\n' );

/** The database plugin of the kit, which other sites do not have. */
const HIDE_SQLITE_MENU =
	'#wp-admin-bar-sqlite-db-integration { display: none; }';

/** Gives a page the fonts of a desktop. It keeps them until it is loaded again. */
export async function addDesktopFonts( page: Page ): Promise< void > {
	await page.addStyleTag( { content: FONT + HIDE_SQLITE_MENU } );
	await page.evaluate( () => document.fonts.ready );
}

/** Turns the name of a page into a file name, for example "build-failed". */
function fileName( name: string ): string {
	return name
		.toLowerCase()
		.replaceAll( /[^a-z0-9]+/g, '-' )
		.replaceAll( /^-|-$/g, '' );
}

interface View {
	/** Name of the folder below VIEWED_PICTURES. */
	folder: string;
	/** Name of the page and its state. */
	name: string;
	/** Color schemes of the system. @default only light */
	schemes?: readonly ( 'light' | 'dark' )[];
	/** Whether the picture ends with the window, as for a dialog. */
	isDialog?: boolean;
}

/** Takes pictures of a page on a desktop and on a phone. */
export async function viewPage(
	page: Page,
	{ folder, name, schemes = [ 'light' ], isDialog = false }: View
): Promise< void > {
	for ( const size of SIZES ) {
		await page.setViewportSize( size );
		for ( const colorScheme of schemes ) {
			await page.emulateMedia( { colorScheme } );
			const file = [ fileName( name ), size.width, colorScheme ];
			await page.screenshot( {
				path: path.join(
					...[ VIEWED_PICTURES, folder ],
					`${ file.join( '-' ) }.png`
				),
				animations: 'disabled',
				fullPage: ! isDialog,
			} );
		}
	}
	await page.setViewportSize( SIZES[ 0 ] );
}
