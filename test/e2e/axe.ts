/**
 * axe in a page of wp-admin. What is ours is judged; core's own menus and bars are not, except where we stand in them.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(
	createRequire( import.meta.url ).resolve( 'axe-core/axe.min.js' ),
	'utf8'
);

interface Axe {
	run: (
		where: { include: string[] },
		options: {
			resultTypes: string[];
			rules: Record< string, { enabled: boolean } >;
		}
	) => Promise< {
		violations: {
			id: string;
			nodes: { html: string; failureSummary: string }[];
		}[];
	} >;
}

/**
 * What core prints around us: the admin bar's groups are `li role="group"`, and all else on the page lies outside of
 * what is looked at, so that no landmark holds it.
 */
const CORE = [ 'aria-allowed-role', 'region' ];

/**
 * Lists what axe finds wrong by its own rules, and what is too small to press.
 *
 * @param roots Selectors of what is looked at; those that are not on the page are passed over.
 */
export async function mistakesIn(
	page: Page,
	roots: readonly string[]
): Promise< string[] > {
	if ( ! ( await page.evaluate( () => 'axe' in window ) ) ) {
		await page.evaluate( AXE );
	}
	return page.evaluate(
		async ( { wanted, core } ) => {
			const { axe } = window as unknown as { axe: Axe };
			const include = wanted.filter( ( root ) =>
				document.querySelector( root )
			);
			if ( include.length === 0 ) {
				return [ `nothing here is ${ wanted.join( ', ' ) }` ];
			}
			const { violations } = await axe.run(
				{ include },
				{
					// What passes is not described, which takes long on a large page.
					resultTypes: [ 'violations' ],
					rules: {
						'target-size': { enabled: true },
						...Object.fromEntries(
							core.map( ( id ) => [ id, { enabled: false } ] )
						),
					},
				}
			);
			return violations.flatMap( ( { id, nodes } ) =>
				nodes.map(
					( { html, failureSummary } ) =>
						`${ id }: ${ html.slice( 0, 200 ) }: ${ failureSummary }`
				)
			);
		},
		{ wanted: [ ...roots ], core: CORE }
	);
}
