import type { StaleAnswer } from './kept-answers.ts';
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

/** Sorts of changes, by the names of their kinds. The first one that matches counts. */
const SORTS: readonly [ string, RegExp ][] = [
	[
		'nothing that visitors see',
		/opens|autosave|new draft|draft is changed|private (post|key|tax)|of a draft|order$|transient|flush|email|password of a user|role/,
	],
	[
		'permalinks, URL bases, parents of pages',
		/permalinks|base of a type|hidden parent|parent of|slug of a (page|category|guide)|a page moves/,
	],
	[
		'options',
		/^settings|option|site|front|posts on a page|page of posts|time zone|date format|first day|default comments|Late|sticky/,
	],
	[
		'menus, widgets, templates',
		/menu|widget|sidebar|navigation|pattern|template part|a template|styles|location/,
	],
	[ 'comments', /comment|reply/ ],
	[ 'files', /file|picture|attachment|alt text|caption|logo|icon/ ],
	[ 'users', /user|profile|author/ ],
	[
		'posts: new, published, trashed, deleted',
		/new (post|page|guide|event|snippet)|publish|becomes|restore|trash|delete[sd]?\b|wp_delete_post|scheduled|status|import|insert_post|type/,
	],
	[
		'terms of a post',
		/(categories|tags|moods|topics|terms) of|terms\(\)|bulk edit: category|post_tags|title and tags|shutdown 10: terms/,
	],
	[ 'terms', /term|category|categories|tag|topic|mood/ ],
	[ 'meta', /meta|relationship|field|thumbnail|featured/ ],
	[ 'posts: text, slug, date', /./ ],
];

function sortOf( kind: string ): string {
	return SORTS.find( ( [ , pattern ] ) => pattern.test( kind ) )?.[ 0 ] ?? '';
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
			row( 'together', [ ...this.kinds.values() ].reduce( sum, NONE ) ),
		].join( '\n' );
	}

	/** A table in Markdown of sorts of changes, for docs/performance.md. */
	tableOfSorts(): string {
		const sorts = Map.groupBy( this.kinds, ( [ kind ] ) => sortOf( kind ) );
		const rows = SORTS.flatMap( ( [ name ] ) => {
			const kinds = sorts.get( name );
			return kinds
				? [
						row(
							name,
							kinds.map( ( [ , one ] ) => one ).reduce( sum )
						),
					]
				: [];
		} );
		const all = [ ...this.kinds.values() ].reduce( sum, NONE );
		return [ ...HEAD, ...rows, row( 'together', all ) ].join( '\n' );
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
