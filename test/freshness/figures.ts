import type { StaleAnswer } from './kept-answers.ts';
import { SORTS, sortOf } from './sorts.ts';
import type { Outcome } from './world.ts';

/** What the changes of a kind did to the answers. */
export interface KindFigures {
	changes: number;
	/** Changes that WordPress refused. */
	refused: number;
	/** Answers that WordPress gives differently. */
	changed: number;
	renewed: number;
	/** Renewed answers without a difference. */
	needless: number;
	stale: number;
}

/** An answer that was stale after a change. */
export interface Fault {
	seed: number;
	kind: string;
	way: string;
	answer: StaleAnswer;
	sent: Outcome[ 'sent' ];
}

const NONE: KindFigures = {
	changes: 0,
	refused: 0,
	changed: 0,
	renewed: 0,
	needless: 0,
	stale: 0,
};

function sum( one: KindFigures, other: KindFigures ): KindFigures {
	return {
		changes: one.changes + other.changes,
		refused: one.refused + other.refused,
		changed: one.changed + other.changed,
		renewed: one.renewed + other.renewed,
		needless: one.needless + other.needless,
		stale: one.stale + other.stale,
	};
}

function row( kind: string, figures: KindFigures ): string {
	const { changes, changed, renewed, needless, stale } = figures;
	const share = renewed > 0 ? Math.round( ( 100 * needless ) / renewed ) : 0;
	return `| ${ kind } | ${ changes } | ${ changed } | ${ renewed } | ${ share } % | ${ stale } |`;
}

const HEAD = [
	'| change | changes | answers that differ | renewed | without a difference | stale |',
	'| --- | --- | --- | --- | --- | --- |',
];

/** The figures of a run, and its faults. */
export class Figures {
	readonly kinds = new Map< string, KindFigures >();
	readonly faults: Fault[] = [];

	add( { plan, isAccepted, comparison, sent }: Outcome ): void {
		const { stale, renewed, needless, changed } = comparison;
		const one = {
			changes: 1,
			refused: isAccepted ? 0 : 1,
			changed: changed.length,
			renewed: renewed.length,
			needless: needless.length,
			stale: stale.length,
		};
		const { kind, way, seed } = plan;
		this.kinds.set( kind, sum( this.kinds.get( kind ) ?? NONE, one ) );
		this.faults.push(
			...stale.map( ( answer ) => ( { seed, kind, way, answer, sent } ) )
		);
	}

	/** Kinds of changes that WordPress always refused. */
	refused(): string[] {
		return [ ...this.kinds ]
			.filter( ( [ , { changes, refused } ] ) => refused === changes )
			.map( ( [ kind ] ) => kind );
	}

	/** A table in Markdown, the kinds with the most stale answers first. */
	table(): string {
		const rows = [ ...this.kinds ].sort(
			( [ , one ], [ , other ] ) =>
				other.stale - one.stale || other.needless - one.needless
		);
		return [
			...HEAD,
			...rows.map( ( [ kind, figures ] ) => row( kind, figures ) ),
			row( 'together', this.together() ),
		].join( '\n' );
	}

	/** The figures of all changes. */
	together(): KindFigures {
		return [ ...this.kinds.values() ].reduce( sum, NONE );
	}

	/** The figures by sort of change, in the order of the sorts. */
	sorts(): Map< string, KindFigures > {
		const sorts = Map.groupBy( this.kinds, ( [ kind ] ) => sortOf( kind ) );
		return new Map(
			SORTS.filter( ( { name } ) => sorts.has( name ) ).map(
				( { name } ) => [
					name,
					( sorts.get( name ) ?? [] )
						.map( ( [ , one ] ) => one )
						.reduce( sum, NONE ),
				]
			)
		);
	}

	/** A table in Markdown of sorts of changes. */
	tableOfSorts(): string {
		return [
			...HEAD,
			...[ ...this.sorts() ].map( ( [ name, one ] ) => row( name, one ) ),
			row( 'together', this.together() ),
		].join( '\n' );
	}

	/** The faults of each kind of change: how many, which answers, and one in full. */
	describe(): string {
		const groups = Map.groupBy( this.faults, ( { kind } ) => kind );
		return [ ...groups ]
			.map( ( [ kind, faults ] ) => {
				const paths = new Set(
					faults.map( ( { answer } ) => answer.path )
				);
				return [
					`## ${ kind }: ${ faults.length }`,
					[ ...paths ].join( ' ' ),
					...faults.slice( 0, 1 ).map( describeFault ),
				].join( '\n' );
			} )
			.join( '\n\n' );
	}
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
