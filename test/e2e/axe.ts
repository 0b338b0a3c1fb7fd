import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Core’s admin bar has groups that are `li role="group"`, and everything on a page of wp-admin that is not checked lies
 * outside of a landmark.
 */
const RULES_BROKEN_BY_CORE = [ 'aria-allowed-role', 'region' ];

/**
 * The numbers of a log’s lines are links as high as the lines. WCAG 2.5.8 exempts a target whose size the line height of
 * other text limits; axe only exempts those inside of a paragraph.
 */
const LINE_NUMBER = 'data-line=';

interface Options {
	/** Selectors of the parts that are checked. @default the whole page */
	include?: readonly string[];
	/** Rules that are not checked. @default none */
	without?: readonly string[];
	/** The only rules that are checked. @default those that axe checks, and that of the size of targets */
	only?: readonly string[];
}

/** Lists the violations that axe finds, in a line each. */
export async function axeViolations(
	page: Page,
	{ include = [ 'html' ], without = [], only }: Options = {}
): Promise< string[] > {
	const isLoaded = await page.evaluate( () => 'axe' in window );
	const axe = new AxeBuilder( {
		page,
		// A page keeps the half megabyte of axe until it is loaded again.
		...( isLoaded && { axeSource: 'void 0' } ),
	} )
		.options( {
			rules: {
				'target-size': { enabled: true },
				...Object.fromEntries(
					without.map( ( id ) => [ id, { enabled: false } ] )
				),
			},
			...( only && { runOnly: [ ...only ] } ),
			resultTypes: [ 'violations' ],
		} )
		// The default mode opens a further page for each result.
		.setLegacyMode();
	include.forEach( ( selector ) => axe.include( selector ) );
	const { violations } = await axe.analyze();
	return violations.flatMap( ( { id, nodes } ) =>
		nodes
			.filter(
				( { html } ) =>
					id !== 'target-size' || ! html.includes( LINE_NUMBER )
			)
			.map(
				( { html, failureSummary } ) =>
					`${ id }: ${ html.slice( 0, 200 ) }: ${ failureSummary }`
			)
	);
}

/**
 * Lists the violations in the plugin’s parts of a page of wp-admin.
 *
 * @param roots Selectors of these parts; those that are not on the page are ignored.
 */
export async function pluginViolations(
	page: Page,
	roots: readonly string[]
): Promise< string[] > {
	const include = await page.evaluate(
		( selectors ) =>
			selectors.filter( ( selector ) =>
				document.querySelector( selector )
			),
		[ ...roots ]
	);
	return include.length === 0
		? [ `The page has no ${ roots.join( ', ' ) }.` ]
		: axeViolations( page, { include, without: RULES_BROKEN_BY_CORE } );
}
