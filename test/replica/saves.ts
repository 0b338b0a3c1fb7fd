import type { ChangeRow, Records, Save } from './judge.ts';
import type { Reading, ReplicaSite } from './site.ts';

const STREAMS = 4;
const API = 'headless-deploy/v1';

/** Which posts are saved. */
interface SaveSettings {
	/** Saves of each stream. */
	count: number;
	/** Distinguishes the titles of these saves from others. */
	name: string;
	/** One for each stream, which saves it again and again. */
	postIds: readonly number[];
}

/** Creates a post for each stream of `makeSaves()`. */
export async function createPosts( site: ReplicaSite ): Promise< number[] > {
	const answers = await Promise.all(
		Array.from( { length: STREAMS }, ( _, index ) =>
			site.rest( 'until the table is written', 'POST', 'wp/v2/posts', {
				title: `Post ${ index }`,
				status: 'publish',
			} )
		)
	);
	return answers.map( ( { body } ) => ( body as { id: number } ).id );
}

/**
 * Saves posts, several at the same time, and dispatches between the saves as open pages of wp-admin do. Every second save
 * creates a post, whose id WordPress cannot answer while a replica lacks it.
 */
export async function makeSaves(
	site: ReplicaSite,
	reading: Reading,
	{ count, name, postIds }: SaveSettings
): Promise< Save[] > {
	const edits: Save[] = [];
	const creations = new Map< string, number >();
	const stream = async ( postId: number ): Promise< void > => {
		for ( let number = 1; number <= count; number++ ) {
			const title = `${ name }: ${ postId }, ${ number }`;
			const startedAt = Date.now();
			const isEdit = number % 2 === 1;
			const { status, body } = await site.rest(
				reading,
				'POST',
				`wp/v2/posts${ isEdit ? `/${ postId }` : '' }`,
				{ title, status: 'publish' }
			);
			if ( status !== 200 && status !== 201 ) {
				throw new Error( `${ status } ${ JSON.stringify( body ) }` );
			}
			if ( isEdit ) {
				edits.push( { postId, startedAt } );
			} else {
				creations.set( title, startedAt );
			}
			await site.rest( reading, 'POST', `${ API }/dispatch` );
		}
	};
	await Promise.all( postIds.map( stream ) );
	const created = await site.query(
		`SELECT ID, post_title FROM wp_posts WHERE post_status = 'publish' AND post_title LIKE '${ name }: %'`
	);
	const found = created.filter( ( { post_title: title } ) =>
		creations.has( title ?? '' )
	);
	if ( found.length !== creations.size ) {
		throw new Error( 'WordPress has not stored all new posts.' );
	}
	return [
		...edits,
		...found.map( ( row ) => ( {
			postId: Number( row.ID ),
			startedAt: creations.get( row.post_title ?? '' ) ?? 0,
		} ) ),
	];
}

/** Reads what the primary has about the saves. */
export async function readRecords(
	site: ReplicaSite,
	saves: readonly Save[]
): Promise< Records > {
	const rows = await site.query(
		'SELECT run_id, reasons FROM wp_headless_deploy_changes ORDER BY id'
	);
	const runs = await site.query(
		'SELECT id, status FROM wp_headless_deploy_runs ORDER BY id'
	);
	return {
		saves,
		rows: rows.map( rowOf ),
		runs: runs.map( ( row ) => ( {
			id: Number( row.id ),
			status: row.status ?? '',
		} ) ),
		calls: site.host.calls,
	};
}

function rowOf( row: Record< string, string | null > ): ChangeRow {
	const reasons = JSON.parse( row.reasons ?? '[]' ) as {
		type: string;
		id: number;
	}[];
	return {
		runId: Number( row.run_id ),
		postIds: reasons
			.filter( ( { type } ) => type === 'post' )
			.map( ( { id } ) => id ),
	};
}
