import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type RunOptions = Parameters< AxeBuilder[ 'options' ] >[ 0 ];

/**
 * Core’s admin bar has groups that are `li role="group"`, and everything on a page of wp-admin that is not checked lies
 * outside of a landmark.
 */
const RULES_BROKEN_BY_CORE = [ 'aria-allowed-role', 'region' ];

/**
 * Lists the violations that axe finds, in a line each.
 *
 * @param include Selectors of the parts that are checked; by default the whole page.
 */
export async function axeViolations(
	page: Page,
	options: RunOptions = {},
	include: readonly string[] = [ 'html' ]
): Promise< string[] > {
	const axe = new AxeBuilder( { page } )
		.options( { ...options, resultTypes: [ 'violations' ] } )
		// The default mode opens a further page for each result.
		.setLegacyMode();
	include.forEach( ( selector ) => axe.include( selector ) );
	const { violations } = await axe.analyze();
	return violations.flatMap( ( { id, nodes } ) =>
		nodes.map(
			( { html, failureSummary } ) =>
				`${ id }: ${ html.slice( 0, 200 ) }: ${ failureSummary }`
		)
	);
}

/**
 * Lists the violations of axe’s own rules, and of the size of targets, in the plugin’s parts of a page of wp-admin.
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
	if ( include.length === 0 ) {
		return [ `The page has no ${ roots.join( ', ' ) }.` ];
	}
	const ignored = RULES_BROKEN_BY_CORE.map( ( id ) => [
		id,
		{ enabled: false },
	] );
	return axeViolations(
		page,
		{
			rules: {
				'target-size': { enabled: true },
				...Object.fromEntries( ignored ),
			},
		},
		include
	);
}
