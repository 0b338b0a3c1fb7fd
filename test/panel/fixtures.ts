import type { BootData, DateFormats } from '../../src/shared/boot.ts';
import { ACTIONS, type Action } from '../../src/shared/actions.ts';
import type {
	EnvironmentSettings,
	EnvironmentStatus,
	GeneralSettings,
	Notifications,
	PauseReason,
	PermittedAction,
	PendingRun,
	Problem,
	Reason,
	RefreshSettings,
	Run,
	RunResponse,
	SavePlan,
	Settings,
	StatusSymbol,
	Status,
	Undeployed,
} from '../../src/shared/wire.ts';

import { sampleProgress, sampleSteps, sampleSummary } from './samples.ts';

/** The server's time in all tests. */
export const NOW = '2026-11-21T14:00:00.000Z';

export const NOW_MS = Date.parse( NOW );

/**
 * Writes a time of the wire.
 *
 * @param seconds After the tests' now; negative for before.
 */
export function at( seconds: number ): string {
	return new Date( NOW_MS + seconds * 1000 ).toISOString();
}

const JONAS = { id: 3, name: 'Jonas Weber' };
const MARIA = { id: 2, name: 'Maria Lindqvist' };

export function aReason( over: Partial< Reason > = {} ): Reason {
	return {
		event: 'updated',
		label: over.event === undefined && over.title !== '' ? 'Updated' : '',
		text: 'Page “Summer collection” updated',
		title: 'Summer collection',
		link: 'http://wordpress.test/wp-admin/post.php?post=7&action=edit',
		detail: '',
		metaKey: '',
		user: MARIA,
		at: at( -2 ),
		...over,
	};
}

/** The page on which the live check saw that an unpublished post is gone. */
export const GONE = {
	url: 'https://www.acme.example/hello/',
	pageStatus: 'gone',
	post: 7,
} as const;

/** The headline of the server for each status, in its simplest form. */
function runHeadline(
	over: Partial< Run >
): Pick< Run, 'symbol' | 'headline' > {
	const shown = ( symbol: StatusSymbol, headline: string ) => ( {
		symbol,
		headline: { text: headline },
	} );
	const { status, accepted, build, action } = over;
	switch ( status ) {
		case 'sending':
			return shown( 'busy', 'Sending' );
		case 'retrying':
			return shown( 'warning', 'Retrying' );
		case 'canceled':
			return shown( 'canceled', 'Canceled' );
		case 'building':
			return {
				symbol: 'busy',
				headline: {
					text: 'Building, %s',
					since: build?.startedAt ?? over.finishedAt ?? at( -119 ),
				},
			};
		case 'live':
			return shown( 'good', 'Live' );
		case 'failed':
			if ( ! accepted ) {
				return shown( 'bad', 'Failed' );
			}
			return over.errorCode === 'headless_deploy_build_canceled'
				? shown( 'canceled', 'The build was canceled' )
				: shown( 'bad', 'The build failed' );
		default:
	}
	return action === 'purgeCache'
		? shown( 'good', 'Cache purged' )
		: shown( 'accepted', 'Accepted by the host' );
}

const TITLES = {
	rebuild: 'Rebuild',
	cleanRebuild: 'Clean Rebuild',
	purgeCache: 'Purge Cache',
	refresh: 'Refresh',
};

/** Since when the server says that the result of a run is known. */
function resultAtOf( over: Partial< Run > ): string {
	const { finishedAt = at( -119 ), createdAt = at( -120 ) } = over;
	const acceptedAt = finishedAt ?? createdAt;
	return over.status === 'building'
		? acceptedAt
		: ( over.trackedAt ?? acceptedAt );
}

export function aRun( over: Partial< Run > = {} ): Run {
	return {
		id: 41,
		environment: 'production',
		environmentLabel: 'Production',
		lane: 'build',
		action: 'rebuild',
		cause: 'automatic',
		user: { id: 0, name: '' },
		reasons: [ aReason( { user: JONAS } ) ],
		changes: 4,
		status: 'accepted',
		accepted: ! [ 'sending', 'retrying', 'failed', 'canceled' ].includes(
			over.status ?? 'accepted'
		),
		trackedAt: null,
		live: null,
		replacedBy: null,
		refreshed: null,
		build: null,
		httpStatus: 200,
		errorCode: '',
		message: '',
		remedy: '',
		response: { message: '', excerpt: '{}' },
		operation: '',
		attempts: [
			{
				at: at( -120 ),
				durationMs: 400,
				httpStatus: 200,
				error: '',
				headline: 'Accepted by the host',
			},
		],
		createdAt: at( -120 ),
		finishedAt: at( -119 ),
		needsNewUrl: false,
		title: TITLES[ over.action ?? 'rebuild' ],
		resultAt: resultAtOf( over ),
		durationMs: null,
		...runHeadline( over ),
		causeLabel: 'Automatic',
		changesSummary:
			over.changes === 0
				? ''
				: 'Page “Summer collection” updated, and 3 more by Jonas Weber',
		...over,
	};
}

/** A build that started 72 seconds ago. */
export function aBuild(
	over: Partial< NonNullable< Run[ 'build' ] > > = {}
): NonNullable< Run[ 'build' ] > {
	return {
		name: 'builds/1',
		number: null,
		page: null,
		origin: '',
		startedAt: at( -72 ),
		finishedAt: null,
		message: '',
		...over,
	};
}

/** What the server says that an administrator can do about a rejected webhook URL. */
export const REMEDY =
	'Copy a new webhook URL from the portal and paste it under Connections.';

/** What the server answers to a request that starts, cancels or retries a run. */
export function aResponse( run: Run | null, message = '' ): RunResponse {
	const accepted =
		run?.action === 'purgeCache'
			? `Cache of ${ run.environmentLabel } purged.`
			: `Rebuild of ${ run?.environmentLabel } was accepted.`;
	if ( run === null || [ 'sending', 'retrying' ].includes( run.status ) ) {
		return { run, severity: 'info', message, remedy: '' };
	}
	return run.status === 'failed'
		? {
				run,
				severity: 'error',
				message: message || run.message,
				remedy: run.remedy,
			}
		: {
				run,
				severity: 'success',
				message: message || accepted,
				remedy: '',
			};
}

/** What the server answers to Cancel and Undo. */
export function aDecision( message: string ): RunResponse {
	return { run: null, severity: 'success', message, remedy: '' };
}

export function aFailedRun( over: Partial< Run > = {} ): Run {
	return aRun( {
		status: 'failed',
		httpStatus: 403,
		errorCode: 'headless_deploy_token_refused',
		message:
			'The host no longer accepts the webhook URL; it was probably regenerated in the portal.',
		needsNewUrl: true,
		attempts: [
			{
				at: at( -120 ),
				durationMs: 400,
				httpStatus: 403,
				error: 'headless_deploy_token_refused',
				headline: 'Failed: the webhook URL was rejected',
			},
		],
		...( over.status === undefined && {
			symbol: 'bad' as const,
			headline: { text: 'Failed: the webhook URL was rejected' },
		} ),
		...over,
	} );
}

export function aPendingRun( over: Partial< PendingRun > = {} ): PendingRun {
	return {
		lane: 'build',
		action: 'rebuild',
		dueAt: at( 8 ),
		changes: 3,
		reasons: [
			aReason(),
			aReason( {
				event: 'published',
				title: 'Linen shirt, natural',
				user: JONAS,
				at: at( -9 ),
			} ),
			aReason( { title: 'About us', user: JONAS, at: at( -14 ) } ),
		],
		held: false,
		attempt: 0,
		nextAttemptAt: null,
		attemptedAt: null,
		errorCode: '',
		message: '',
		headline: {
			text: over.nextAttemptAt ? 'Retrying in %s' : 'Rebuild in %s',
			until: over.nextAttemptAt ?? over.dueAt ?? at( 8 ),
		},
		cancelLabel: 'Cancel Rebuild',
		cancelHint:
			'Not deployed if you cancel: 3 changes by Maria Lindqvist and Jonas Weber.',
		...over,
	};
}

export function aProblem( over: Partial< Problem > = {} ): Problem {
	return {
		severity: 'error',
		headline: 'Failed: the webhook URL was rejected',
		errorCode: 'headless_deploy_token_refused',
		message:
			'The host no longer accepts the webhook URL; it was probably regenerated in the portal.',
		hostMessage: '',
		run: null,
		needsNewUrl: true,
		connectionLabel:
			over.needsNewUrl === false ? '' : 'Webhook URL rejected',
		...over,
	};
}

function blockedBy(
	reason: PauseReason = 'person'
): EnvironmentStatus[ 'blocked' ] {
	return [ 'copy', 'disabled', 'constant', 'no_curl' ].includes( reason )
		? { reason, message: 'Nothing is sent.' }
		: null;
}

/** The problem that the server finds in a run that failed or is retried. */
function problemOf( {
	lastRun = null,
	pending = [],
	paused,
}: Partial< EnvironmentStatus > ): Problem | null {
	if ( blockedBy( paused?.reason ) !== null ) {
		return null;
	}
	const retried = pending.find( ( { message } ) => message !== '' );
	if ( retried !== undefined ) {
		const { errorCode, message } = retried;
		return aProblem( {
			severity: 'warning',
			headline: paused
				? sampleSummary( { status: 'paused', paused } ).headline.text
				: 'Retrying',
			errorCode,
			message,
			needsNewUrl: errorCode === 'headless_deploy_token_refused',
		} );
	}
	if ( paused?.reason === 'token' || paused?.reason === 'key' ) {
		return aProblem( {
			severity: 'warning',
			errorCode:
				paused.reason === 'key'
					? 'headless_deploy_key_lost'
					: 'headless_deploy_token_refused',
		} );
	}
	return lastRun === null || lastRun.message === ''
		? null
		: aProblem( {
				severity: lastRun.symbol === 'bad' ? 'error' : 'warning',
				headline: lastRun.headline.text,
				errorCode: lastRun.errorCode,
				message: lastRun.message,
				hostMessage:
					( lastRun.accepted
						? lastRun.build?.message
						: lastRun.response?.message ) ?? '',
				run: lastRun.status === 'failed' ? lastRun.id : null,
				needsNewUrl: lastRun.needsNewUrl,
			} );
}

export function someUndeployed( over: Partial< Undeployed > = {} ): Undeployed {
	return {
		lane: 'build',
		changes: 2,
		canceled: 2,
		run: 42,
		reasons: [ aReason(), aReason( { title: 'About us', user: JONAS } ) ],
		headline: '2 changes are not on the site',
		message:
			'Canceled by Maria Lindqvist: 2 changes by Maria Lindqvist and Jonas Weber.',
		...over,
	};
}

/** The plan for a save of content; by default, a Rebuild after 10 s. */
export function aPlan( over: Partial< SavePlan > = {} ): SavePlan {
	const { publish = 'Production is rebuilt 10 s after you publish.' } = over;
	return {
		sources: [ 'content', 'menus', 'templates', 'styles' ],
		kind: 'run',
		symbol: 'scheduled',
		publish,
		update: over.publish ?? 'The front end is rebuilt 10 s after you save.',
		schedule: 'Production is rebuilt when this is published on %s.',
		...over,
	};
}

/** A plan for an environment whose automation ignores the change. */
export function aPlanWithoutRun( label = 'Production' ): SavePlan {
	return aPlan( {
		kind: 'none',
		symbol: 'paused',
		publish: `Nothing is sent to ${ label }: its automation ignores changes to content.`,
	} );
}

export const ACTION_LABELS: Record< Action, string > = {
	rebuild: 'Rebuild',
	cleanRebuild: 'Clean Rebuild',
	purgeCache: 'Purge Cache',
	refresh: 'Refresh',
};

/** The buttons of a user who may start these actions. */
export function someButtons(
	actions: readonly Action[],
	{ pending = [], blocked = null }: Partial< EnvironmentStatus > = {}
): PermittedAction[] {
	const counting = pending
		.filter( ( run ) => ! run.held && run.dueAt !== null )
		.map( ( { action } ) => action );
	return actions.map( ( action ) => ( {
		action,
		label:
			ACTION_LABELS[ action ] +
			( counting.includes( action ) ? ' now' : '' ),
		busyLabel: 'Sending',
		allowed: blocked === null,
		reason: blocked?.message ?? '',
	} ) );
}

export interface EnvironmentFacts extends Partial< EnvironmentStatus > {
	/** The actions that the user may start. @default all */
	can?: readonly Action[];
}

function labelWithChanges( verb: string, { pending }: EnvironmentFacts ) {
	const count = pending?.[ 0 ]?.changes ?? 0;
	return count === 0 ? verb : `${ verb } and deploy ${ count } changes`;
}

/** An environment as the server describes it to a user who may do all, unless `can` says otherwise. */
export function anEnvironment( {
	can = ACTIONS,
	...facts
}: EnvironmentFacts = {} ): EnvironmentStatus {
	const over = {
		...facts,
		...( facts.pending && {
			pending: facts.pending.map( ( run ) => ( {
				...run,
				cancelLabel: can.includes( run.action )
					? `Cancel ${ ACTION_LABELS[ run.action ] }`
					: '',
			} ) ),
		} ),
	};
	const blocked = blockedBy( over.paused?.reason );
	const known = {
		lastRun: aRun(),
		problem: problemOf( over ),
		remedy: '',
		...over,
	};
	const lane =
		over.lane ?? over.pending?.[ 0 ]?.lane ?? over.lastRun?.lane ?? 'build';
	return {
		id: 'production',
		label: 'Production',
		frontEndUrl: 'https://www.acme.example',
		lane,
		status: 'upToDate',
		hold: false,
		holdMessage: 'Changes are held. Press Rebuild to deploy.',
		releaseLabel: labelWithChanges( 'Stop holding', over ),
		resumeLabel: labelWithChanges( 'Resume', over ),
		pending: [],
		pendingChanges:
			over.pending?.reduce( ( sum, { changes } ) => sum + changes, 0 ) ??
			0,
		saveLane: null,
		steps: sampleSteps( known ),
		progress: sampleProgress( known ),
		undeployed: [],
		sending: [],
		lastRun: aRun(),
		otherLastRuns: [],
		hostBuild: null,
		lastRunText: { text: 'Last run: Rebuild, %s', at: at( -119 ) },
		actions: someButtons( can, { blocked, ...over } ),
		blocked,
		paused: null,
		plans: [ aPlan() ],
		trackedLanes: over.nextCheckAt ? [ lane ] : [],
		nextCheckAt: null,
		...sampleSummary( known ),
		otherLane: null,
		problem: problemOf( over ),
		remedy: '',
		planChange: '',
		needsHelp: [ 'failed', 'retrying' ].includes( over.status ?? '' ),
		lacksAddress: false,
		...over,
	};
}

export function aStatus( ...environments: EnvironmentStatus[] ): Status {
	return {
		environments,
		mostUrgent: environments[ 0 ]?.id ?? null,
		scheduler: {
			lastRunAt: at( -40 ),
			healthy: true,
			overdueSince: null,
			late: false,
			lastRunText: { text: 'WP-Cron last ran %s.', at: at( -40 ) },
			overdue: { text: '' },
			message:
				'Background tasks send due runs even if no user has wp-admin open.',
			systemCron: null,
		},
	};
}

const WEBHOOK =
	'https://js.wpengineapi.com/wh/v1/accounts/acme/apps/storefront/environments/7b0d2c54-11f0-4a3e-9c36-5f2f6f0a91d2/webhooks/webhook';

const DEFAULT_POLICY: EnvironmentSettings[ 'defaultPolicy' ] = {
	content: 'rebuild',
	terms: 'rebuild',
	files: 'rebuild',
	authors: 'rebuild',
	comments: 'none',
	menus: 'rebuild',
	templates: 'rebuild',
	styles: 'rebuild',
	options: 'rebuild',
	theme: 'rebuild',
	acf: 'rebuild',
	request: 'rebuild',
};

export function someSettings(
	over: Partial< EnvironmentSettings > = {}
): EnvironmentSettings {
	return {
		id: 'production',
		label: 'Production',
		provider: 'wpe-headless',
		frontEndUrl: 'https://www.acme.example',
		automation: {
			policy: DEFAULT_POLICY,
			quietPeriodSeconds: 10,
			maximumWaitSeconds: 120,
			hold: false,
			refreshQuietPeriodSeconds: 1,
			refreshMaximumWaitSeconds: 5,
		},
		refresh: null,
		paused: null,
		etag: 'v1',
		lastSaved: null,
		lockedBy: null,
		lockedFields: [],
		fallbacks: [],
		defaultPolicy: DEFAULT_POLICY,
		webhook: {
			urls: {
				rebuild: `${ WEBHOOK }:rebuild?token=••••AbC=`,
				cleanRebuild: `${ WEBHOOK }:cleanRebuild?token=••••AbC=`,
				purgeCache: `${ WEBHOOK }:purgeCache?token=••••AbC=`,
			},
			recognized: {
				host: 'js.wpengineapi.com',
				account: 'acme',
				app: 'storefront',
				environment: '7b0d2c54-11f0-4a3e-9c36-5f2f6f0a91d2',
			},
			connectedAt: null,
			lockedBy: null,
			headers: [],
			body: '',
		},
		...over,
	};
}

/** A refresh URL with a secret. */
export function aTarget(
	over: Partial< RefreshSettings > = {}
): RefreshSettings {
	return {
		url: 'https://www.acme.example/api/refresh',
		hasSecret: true,
		isUsable: over.hasSecret !== false && ! over.goneAt,
		rotatedAt: NOW,
		previousSecretUntil: null,
		isSecretUnused: false,
		secretProblem: '',
		purge: false,
		goneAt: null,
		...over,
	};
}

export function someGeneral(
	over: Partial< GeneralSettings > = {}
): GeneralSettings {
	return {
		postTypes: null,
		taxonomies: null,
		optionNames: [ 'blogname', 'blogdescription' ],
		ignoredMeta: [],
		countedMeta: [],
		links: null,
		available: {
			taxonomies: [
				{ name: 'category', label: 'Categories', byDefault: true },
				{ name: 'mood', label: 'Moods', byDefault: false },
			],
			postTypes: [
				{ name: 'post', label: 'Posts', byDefault: true },
				{ name: 'page', label: 'Pages', byDefault: true },
				{
					name: 'testimonial',
					label: 'Testimonials',
					byDefault: false,
				},
			],
			optionNames: [
				{ name: 'blogname', label: 'Site title' },
				{ name: 'blogdescription', label: 'Tagline' },
			],
			ignoredMeta: [ '_yoast_wpseo_linkdex' ],
			noticedMeta: [],
		},
		etag: 'g1',
		lastSaved: null,
		...over,
	};
}

export function someNotifications(
	over: Partial< Notifications > = {}
): Notifications {
	return {
		recipients: [],
		chat: null,
		kinds: [ 'failing', 'failed', 'recovered' ],
		digestMinutes: 15,
		quietHours: null,
		available: [
			{ id: 1, name: 'Maria Lindqvist', email: 'maria@example.com' },
			{ id: 2, name: 'Jonas Weber', email: 'jonas@example.com' },
		],
		results: [],
		etag: 'n1',
		lastSaved: null,
		...over,
	};
}

export function allSettings( over: Partial< Settings > = {} ): Settings {
	return {
		environments: [ someSettings() ],
		general: someGeneral(),
		schedules: [],
		problems: [],
		encryptionKey: 'constant',
		credentials: null,
		hostedEnvironments: [],
		notifications: someNotifications(),
		systemCron: null,
		...over,
	};
}

/** A site that writes dates and times as most of Europe does. */
export const DATES: DateFormats = {
	date: 'M j',
	time: 'H:i',
	exactTime: 'H:i:s',
	names: {
		M: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split( ' ' ),
	},
};

export function someBoot( over: Partial< BootData > = {} ): BootData {
	return {
		tab: 'overview',
		urls: {
			overview:
				'http://wordpress.test/wp-admin/admin.php?page=headless-deploy',
			activity:
				'http://wordpress.test/wp-admin/admin.php?page=headless-deploy&tab=activity',
			automation:
				'http://wordpress.test/wp-admin/admin.php?page=headless-deploy&tab=automation',
			connections:
				'http://wordpress.test/wp-admin/admin.php?page=headless-deploy&tab=connections',
			hosting:
				'http://wordpress.test/wp-admin/admin.php?page=headless-deploy&tab=hosting',
		},
		can: {
			view: true,
			manage: true,
			actions: [ 'rebuild', 'cleanRebuild', 'purgeCache' ],
		},
		preload: { status: aStatus( anEnvironment() ), settings: null },
		now: at( 0 ),
		postTypes: [ 'post', 'page' ],
		refreshOnlyTypes: [],
		timeZone: 'UTC',
		dates: DATES,
		actions: ACTION_LABELS,
		noRun: {
			ignored:
				'Nothing is sent: changes to this content type are ignored.',
			unconnected: 'Nothing is sent: no front end is connected yet.',
			private: 'Nothing is sent: private content is not on the site.',
			pattern: 'Nothing is sent: no page uses this pattern yet.',
			review: 'Nothing is sent until an editor publishes this post.',
		},
		...over,
	};
}
