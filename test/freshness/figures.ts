import type { RefreshData } from '../../src/front-end/payload.ts';
import type { StaleAnswer } from './kept-answers.ts';

/** An answer that was stale after a change. */
export interface Fault {
	seed: number;
	kind: string;
	way: string;
	answer: StaleAnswer;
	/** What WordPress sent. */
	sent: Pick< RefreshData, 'scope' | 'tags' >[];
}

/** What the changes of a kind did to the answers. */
export interface KindFigures {
	changes: number;
	/** Answers that WordPress gives differently. */
	changed: number;
	renewed: number;
	/** Renewed answers without a difference. */
	needless: number;
	stale: number;
}

const NONE: KindFigures = {
	changes: 0,
	changed: 0,
	renewed: 0,
	needless: 0,
	stale: 0,
};

function sum( one: KindFigures, other: KindFigures ): KindFigures {
	return {
		changes: one.changes + other.changes,
		changed: one.changed + other.changed,
		renewed: one.renewed + other.renewed,
		needless: one.needless + other.needless,
		stale: one.stale + other.stale,
	};
}

/** Adds figures to those of the same kinds. */
export function addFigures(
	all: Map< string, KindFigures >,
	more: Iterable< [ string, KindFigures ] >
): void {
	for ( const [ kind, figures ] of more ) {
		all.set( kind, sum( all.get( kind ) ?? NONE, figures ) );
	}
}

/** Writes a table in Markdown, the kinds with the most stale answers first. */
export function figuresTable(
	all: ReadonlyMap< string, KindFigures >
): string {
	const row = ( kind: string, figures: KindFigures ): string => {
		const { changes, changed, renewed, needless, stale } = figures;
		const share =
			renewed > 0 ? Math.round( ( 100 * needless ) / renewed ) : 0;
		return `| ${ kind } | ${ changes } | ${ changed } | ${ renewed } | ${ share } % | ${ stale } |`;
	};
	const rows = [ ...all ].sort(
		( [ , one ], [ , other ] ) => other.stale - one.stale
	);
	return [
		'| change | changes | answers that differ | renewed | without a difference | stale |',
		'|---|---|---|---|---|---|',
		...rows.map( ( [ kind, figures ] ) => row( kind, figures ) ),
		row( 'together', [ ...all.values() ].reduce( sum, NONE ) ),
	].join( '\n' );
}

export function describeFault( { seed, kind, way, answer, sent }: Fault ) {
	const messages = sent.map( ( { scope, tags } ) =>
		scope === 'all' ? 'all' : tags.join( ', ' )
	);
	return [
		`${ kind } (${ way }, seed ${ seed }): ${ answer.path } is stale.`,
		`  It has the tags ${ answer.tags.join( ', ' ) }.`,
		`  WordPress sent ${ messages.join( '; ' ) || 'nothing' }.`,
		`  ${ answer.difference }`,
	].join( '\n' );
}
