/** The table of renewals in docs/performance.md. */
import type { KindFigures } from './figures.ts';
import type { Sort } from './sorts.ts';

/** A larger share of answers that were renewed without a difference needs a reason. */
const SHARE_WITH_REASON = 0.2;

const HEADING = '### Answers that a refresh renews without a difference';

/** Figures of a sort of changes. */
export type SortFigures = Pick<
	KindFigures,
	'changes' | 'renewed' | 'needless'
>;

function needsReason( { renewed, needless }: SortFigures ): boolean {
	return needless > SHARE_WITH_REASON * renewed;
}

/** Names of the sorts above 20 % whose reason is not written down. */
export function sortsWithoutReason(
	figures: ReadonlyMap< string, SortFigures >,
	sorts: readonly Sort[]
): string[] {
	return [ ...figures ]
		.filter(
			( [ name, of ] ) =>
				needsReason( of ) &&
				! sorts.find( ( sort ) => sort.name === name )?.reason
		)
		.map( ( [ name ] ) => name );
}

function row( name: string, figures: SortFigures, reason: string ): string {
	const { changes, renewed, needless } = figures;
	const share = renewed > 0 ? Math.round( ( 100 * needless ) / renewed ) : 0;
	const perChange = ( renewed / changes ).toFixed( 1 );
	return `| ${ name } | ${ perChange } | ${ share } % | ${ reason } |`;
}

/**
 * Returns a table in Markdown, in the order of the sorts.
 *
 * @param figures  By sort.
 * @param together Those of all sorts.
 * @param sorts
 */
export function renewalTable(
	figures: ReadonlyMap< string, SortFigures >,
	together: SortFigures,
	sorts: readonly Sort[]
): string {
	const rows = sorts.flatMap( ( { name, reason } ) => {
		const of = figures.get( name );
		return of ? [ row( name, of, needsReason( of ) ? reason : '' ) ] : [];
	} );
	return [
		'| change | renewed per change | without a difference | reason |',
		'| --- | --- | --- | --- |',
		...rows,
		row( 'together', together, '' ),
	].join( '\n' );
}

/** Replaces the section of docs/performance.md with the table. */
export function withRenewals( document: string, section: string ): string {
	const start = document.indexOf( HEADING );
	if ( start < 0 ) {
		throw new Error( `docs/performance.md has no heading “${ HEADING }”.` );
	}
	const end = document.indexOf( '\n### ', start + HEADING.length );
	return [
		document.slice( 0, start ),
		`${ HEADING }\n\n${ section }\n`,
		end < 0 ? '' : document.slice( end ),
	].join( '' );
}
