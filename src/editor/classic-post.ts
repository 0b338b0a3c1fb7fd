import type { EnvironmentStatus, SavedSource } from '../shared/wire.ts';
import { momentOf } from './post-moment.ts';
import { isBefore, lastRunBefore, runsOf } from './earlier-runs.ts';
import type { ScheduledPost, ScheduledRecord } from './scheduled-post.ts';
import type { Post } from './use-post.ts';
import type { Saved } from './use-saved.ts';

/** The data of the post that `Admin\Classic_Box` prints into the box of the classic editor. */
interface PrintedPost {
	source: SavedSource | null;
	status: string;
	/** In the site's time zone. */
	date: string;
	isDateAhead: boolean;
	mayPublish: boolean;
	permalink: string;
	/** When the version for visitors was last saved; null if visitors cannot see the post. */
	savedAt: string | null;
	/** Where a scheduled post is read; null for other posts, and for types that the REST API does not know. */
	schedule: ScheduledPost | null;
}

/** The post of the classic editor, as it is stored. */
export interface ClassicPost extends Post {
	savedAt: string | null;
	schedule: ScheduledPost | null;
}

/** The value of `message` in the URL after the first publication. */
const PUBLISHED = '6';

/** Parses the printed data. */
export function readClassicPost( json: string ): ClassicPost {
	const { source, status, date, ...printed } = JSON.parse(
		json
	) as PrintedPost;
	const { isDateAhead, mayPublish, permalink, savedAt, schedule } = printed;
	return {
		permalink,
		source,
		moment: momentOf( {
			status,
			editedStatus: status,
			date,
			editedDate: date,
			isDateAhead,
			mayPublish,
			isUnused: false,
		} ),
		isPublished: status === 'publish',
		hasFrontEndLinks: false,
		savedAt,
		schedule,
	};
}

/** Finds the newest run that started before the save; infinite if no run includes the save. */
function lastBefore( environment: EnvironmentStatus, atMs: number ): number {
	const { pending, undeployed } = environment;
	const isCarried =
		runsOf( environment ).some( ( run ) => ! isBefore( run, atMs ) ) ||
		pending.length > 0 ||
		undeployed.length > 0;
	return isCarried ? lastRunBefore( environment, atMs ) : Infinity;
}

/**
 * Finds the runs that include the stored version of the post. The classic editor saves by loading a new page, so the
 * status before the save is unknown: the times of the runs decide.
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
		isSettling: false,
		lastBefore: Object.fromEntries(
			environments.map( ( environment ) => [
				environment.id,
				savedAt === null ? Infinity : lastBefore( environment, atMs ),
			] )
		),
		liveRunIds: {},
		isLate: false,
	};
}

/** Returns the post after WordPress has published it at its time. */
export function publishedPost(
	post: ClassicPost,
	{ link }: ScheduledRecord
): ClassicPost {
	return {
		...post,
		moment: { kind: 'update' },
		isPublished: true,
		permalink: link ?? post.permalink,
		schedule: null,
	};
}
