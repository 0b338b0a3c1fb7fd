import type { BootData, DateFormats } from '../../src/shared/boot.ts';
import { ACTIONS, type Action } from '../../src/shared/actions.ts';
import type {
	EnvironmentSettings,
	EnvironmentStatus,
	GeneralSettings,
	Notifications,
	PermittedAction,
	PendingRun,
	Problem,
	Reason,
	RefreshSettings,
	Run,
	RunResponse,
	SavePlan,
	Settings,
	Status,
	Undeployed,
} from '../../src/shared/wire.ts';

import statusContract from '../contract/status.json' with { type: 'json' };
import {
	ACTION_TEXTS,
	NO_RUN_TEXTS,
	PENDING_RUN,
	PROBLEM,
	REASON,
	RUN,
	sample,
	sampleProgress,
	sampleRun,
	sampleSteps,
	sampleSummary,
} from './samples.ts';

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

export function aReason( over: Partial< Reason > = {} ): Reason {
	return {
		...REASON,
		...( ( over.event !== undefined || over.title === '' ) && {
			label: '',
		} ),
		...over,
	};
}

/** The page on which the live check saw that an unpublished post is gone. */
export const GONE = {
	url: 'https://www.acme.example/hello/',
	pageStatus: 'gone',
	post: 7,
} as const;

export function aRun( over: Partial< Run > = {} ): Run {
	return sampleRun( {
		...( over.changes === 0 && { changesSummary: '' } ),
		...over,
	} );
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
export const REMEDY = sample( 'failed' ).remedy;

/** What the server answers to a request that starts, cancels or retries a run. */
export function aResponse( run: Run | null, message = '' ): RunResponse {
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
				message:
					message ||
					ACTION_TEXTS[ run.action ].accepted.replace(
						RUN.environmentLabel,
						run.environmentLabel
					),
				remedy: '',
			};
}

/** What the server answers to Cancel and Undo. */
export function aDecision( message: string ): RunResponse {
	return { run: null, severity: 'success', message, remedy: '' };
}

export function aFailedRun( over: Partial< Run > = {} ): Run {
	const { lastRun } = sample( 'failed' );
	const { title, resultAt, symbol, headline, ...failure } = lastRun ?? RUN;
	return aRun( {
		...failure,
		remedy: '',
		...( over.status === undefined && { symbol, headline } ),
		...over,
	} );
}

export function aPendingRun( over: Partial< PendingRun > = {} ): PendingRun {
	const { headline } = over.nextAttemptAt
		? firstOf( sample( 'retrying' ).pending )
		: PENDING_RUN;
	const until = over.nextAttemptAt ?? over.dueAt ?? PENDING_RUN.dueAt;
	return {
		...PENDING_RUN,
		headline: headline && until ? { ...headline, until } : null,
		...over,
	};
}

export function aProblem( over: Partial< Problem > = {} ): Problem {
	return {
		...PROBLEM,
		run: null,
		...( over.needsNewUrl === false && { connectionLabel: '' } ),
		...over,
	};
}

function blockedBy(
	paused?: EnvironmentStatus[ 'paused' ]
): EnvironmentStatus[ 'blocked' ] {
	return paused ? sample( `paused/${ paused.reason }` ).blocked : null;
}

/** The problem that the server finds in a run that failed or is retried. */
function problemOf( {
	lastRun = null,
	pending = [],
	paused,
}: Partial< EnvironmentStatus > ): Problem | null {
	if ( blockedBy( paused ) !== null ) {
		return null;
	}
	const retried = pending.find( ( { message } ) => message !== '' );
	if ( retried !== undefined ) {
		const { errorCode, message } = retried;
		return aProblem( {
			severity: 'warning',
			headline: paused
				? sampleSummary( { status: 'paused', paused } ).headline.text
				: ( sample( 'retrying' ).problem?.headline ?? '' ),
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
	return { ...firstOf( sample( 'canceled' ).undeployed ), ...over };
}

/** The plan for a save of content; by default, a Rebuild after 10 s. */
export function aPlan( over: Partial< SavePlan > = {} ): SavePlan {
	return {
		...firstOf( sample( 'connected' ).plans ),
		...( over.publish !== undefined && { update: over.publish } ),
		...over,
	};
}

/** A plan for an environment whose automation ignores the change. */
export function aPlanWithoutRun( label = 'Production' ): SavePlan {
	const plan = firstOf( sample( 'ignored' ).plans );
	return {
		...plan,
		publish: plan.publish.replace( RUN.environmentLabel, label ),
		update: plan.update.replace( RUN.environmentLabel, label ),
	};
}

export const ACTION_LABELS = Object.fromEntries(
	ACTIONS.map( ( action ) => [ action, ACTION_TEXTS[ action ].label ] )
) as Record< Action, string >;

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
		label: ACTION_TEXTS[ action ][
			counting.includes( action ) ? 'now' : 'label'
		],
		busyLabel: 'Sending',
		allowed: blocked === null,
		reason: blocked?.message ?? '',
	} ) );
}

export interface EnvironmentFacts extends Partial< EnvironmentStatus > {
	/** The actions that the user may start. @default all */
	can?: readonly Action[];
}

function firstOf< T >( [ first ]: readonly T[] ): T {
	if ( first === undefined ) {
		throw new Error( 'The sample has none.' );
	}
	return first;
}

/** A label of a sample that names its number of changes, with another number. */
function withChanges( label: string, { pending }: EnvironmentFacts ) {
	return label.replace(
		`${ PENDING_RUN.changes } changes`,
		`${ pending?.[ 0 ]?.changes } changes`
	);
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
					? ACTION_TEXTS[ run.action ].cancel
					: '',
			} ) ),
		} ),
	};
	const blocked = blockedBy( over.paused );
	const waiting = ( state: string ) =>
		sample( over.pending?.[ 0 ]?.changes ? state : 'connected' );
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
		holdMessage: sample( 'held' ).holdMessage,
		releaseLabel: withChanges( waiting( 'held' ).releaseLabel, over ),
		resumeLabel: withChanges( waiting( 'pending' ).resumeLabel, over ),
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
		lastRunText: sample( 'accepted' ).lastRunText,
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
			...( statusContract as Status ).scheduler,
			lastRunAt: at( -40 ),
			lastRunText: { text: 'WP-Cron last ran %s.', at: at( -40 ) },
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
		noRun: NO_RUN_TEXTS,
		...over,
	};
}
