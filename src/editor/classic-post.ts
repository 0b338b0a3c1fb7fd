import type { EnvironmentStatus } from '../shared/wire.ts';
import { momentOf } from './post-moment.ts';
import type { Post } from './use-post.ts';
import type { Saved } from './use-saved.ts';

/** What PHP prints of the post into the box of the classic editor: `Admin\Classic_Box`. */
interface PrintedPost {
	isWatched: boolean;
	status: string;
	/** As it is in the site's time zone. */
	date: string;
	isDateAhead: boolean;
	mayPublish: boolean;
	permalink: string;
	/** When visitors may have got another version of it last; null for what they cannot see. */
	savedAt: string | null;
}

/** The post of the classic editor, as it is stored. */
export interface ClassicPost extends Post {
	savedAt: string | null;
}

/** As WordPress names it in the address after a first publication. */
const PUBLISHED = '6';

/**
 * Reads what PHP printed.
 *
 * @param json The attribute of the box.
 */
export function readClassicPost( json: string ): ClassicPost {
	const { isWatched, status, date, ...printed } = JSON.parse(
		json
	) as PrintedPost;
	const { isDateAhead, mayPublish, permalink, savedAt } = printed;
	return {
		permalink,
		source: isWatched ? 'content' : null,
		moment: momentOf( {
			status,
			editedStatus: status,
			editedDate: date,
			isDateAhead,
			mayPublish,
			isUnused: false,
		} ),
		isPublished: status === 'publish',
		savedAt,
	};
}

/**
 * Finds the newest run that was begun before the save; infinite where no run carries the save.
 *
 * @param atMs When the post was saved.
 */
function lastBefore( environment: EnvironmentStatus, atMs: number ): number {
	const { last, otherLast, sending, pending, undeployed } = environment;
	const runs = [ last, otherLast, ...sending ].filter(
		( run ) => run !== null
	);
	const earlier = runs.filter(
		( { createdAt } ) => Date.parse( createdAt ) < atMs
	);
	const isCarried =
		earlier.length < runs.length ||
		pending.length > 0 ||
		undeployed.length > 0;
	return isCarried
		? Math.max( 0, ...earlier.map( ( { id } ) => id ) )
		: Infinity;
}

/**
 * Finds which runs carry the post as it is stored. The classic editor saves by a new page, so nothing is known from
 * before the save: the times of the runs decide.
 *
 * @param environments The environments as the page came with them.
 * @param query        The query of the page's address.
 */
export function savedOf(
	{ savedAt }: ClassicPost,
	environments: readonly EnvironmentStatus[],
	query: string
): Saved {
	const atMs = savedAt === null ? 0 : Date.parse( savedAt );
	const isNew = new URLSearchParams( query ).get( 'message' ) === PUBLISHED;
	const kind = isNew ? 'publish' : 'update';
	return {
		kind: savedAt === null ? null : kind,
		settling: false,
		lastBefore: Object.fromEntries(
			environments.map( ( environment ) => [
				environment.id,
				savedAt === null ? Infinity : lastBefore( environment, atMs ),
			] )
		),
		arrived: {},
	};
}
