import { __, sprintf } from '../../ui/i18n.ts';
import type {
	EnvironmentStatus,
	Run,
	StatusSymbol as SymbolName,
} from '../../shared/wire.ts';
import { buildMs } from '../labels/build-time.ts';
import { clockTime, roughDuration, timeLeft } from '../labels/time.ts';
import { duration } from '../../ui/duration.ts';
import type { Step } from '../../ui/steps.tsx';

export type Stage =
	/** Shows nothing. */
	| 'resting'
	| 'countdown'
	| 'sending'
	/** The host accepted it; its result is unknown, or not known yet. */
	| 'accepted'
	/** The host accepted a purge, which has no further result. */
	| 'done'
	| 'building'
	| 'live'
	/** The front end no longer serves the page. */
	| 'gone'
	| 'buildFailed'
	| 'failed'
	| 'canceled';

interface StepFacts {
	environment: EnvironmentStatus;
	stage: Stage;
	/** Null before the run begins. */
	run: Run | null;
	/**
	 * Milliseconds until the run is sent, in the stage `countdown`.
	 *
	 * @default 0
	 */
	leftMs?: number;
	/**
	 * Whether the page is to be removed from the site.
	 *
	 * @default false
	 */
	isRemoval?: boolean;
	/**
	 * How long builds usually take, null if unknown.
	 *
	 * @default null
	 */
	typicalMs?: number | null;
	nowMs: number;
	timeZone: string;
}

const ACCEPTED_STAGES: readonly Stage[] = [
	'accepted',
	'done',
	'building',
	'live',
	'gone',
	'buildFailed',
];

/** Whether the host answered that it rejects the run. */
function isRejected( { stage, run }: StepFacts ): boolean {
	return stage === 'failed' && ( run?.httpStatus ?? 0 ) > 0;
}

/** Empty in the first second. */
function wholeSeconds( ms: number | null ): string {
	return ms === null || ms < 1_000
		? ''
		: duration( Math.floor( ms / 1_000 ) * 1_000 );
}

function sendSymbol( stage: Stage ): SymbolName | null {
	if ( ACCEPTED_STAGES.includes( stage ) ) {
		return 'good';
	}
	const symbols: Partial< Record< Stage, SymbolName > > = {
		countdown: 'scheduled',
		sending: 'busy',
		failed: 'bad',
		canceled: 'canceled',
	};
	return symbols[ stage ] ?? null;
}

function sendTime( facts: StepFacts ): string {
	const { stage, run, leftMs = 0, nowMs, timeZone } = facts;
	if ( stage === 'countdown' ) {
		return sprintf(
			/* translators: %s: time that is left, for example “8 s”. */
			__( 'in %s', 'headless-deploy' ),
			timeLeft( leftMs )
		);
	}
	if ( stage === 'failed' ) {
		return __( 'failed', 'headless-deploy' );
	}
	if ( run === null ) {
		return '';
	}
	if ( stage === 'sending' ) {
		return wholeSeconds( nowMs - Date.parse( run.createdAt ) );
	}
	return ACCEPTED_STAGES.includes( stage )
		? clockTime( run.createdAt, nowMs, timeZone )
		: '';
}

function sendStep( facts: StepFacts ): Step {
	const { environment, stage } = facts;
	const text = ACCEPTED_STAGES.includes( stage )
		? /* translators: %s: name of an environment. */
			__( 'Sent to %s', 'headless-deploy' )
		: /* translators: %s: name of an environment. */
			__( 'Send to %s', 'headless-deploy' );
	return {
		name: 'send',
		text: sprintf( text, environment.label ),
		when: sendTime( facts ),
		symbol: sendSymbol( stage ),
		isCurrent:
			[ 'countdown', 'sending' ].includes( stage ) ||
			( stage === 'failed' && ! isRejected( facts ) ),
	};
}

function buildingTime( elapsed: string, typicalMs: number | null ): string {
	return typicalMs === null || elapsed === ''
		? elapsed
		: sprintf(
				/* translators: 1: how long it has taken, for example “1 min 12 s”, 2: how long it usually takes, for example “2 min”. */
				__( '%1$s, usually about %2$s', 'headless-deploy' ),
				elapsed,
				roughDuration( typicalMs )
			);
}

function hostStepOf( text: string, symbol: SymbolName, when: string ): Step {
	return { name: 'host', text, when, symbol, isCurrent: symbol !== 'good' };
}

function isRefresh( { run, environment }: StepFacts ): boolean {
	return ( run ?? environment ).lane === 'refresh';
}

function isTracked( { run, environment }: StepFacts ): boolean {
	return environment.trackedLanes.includes( ( run ?? environment ).lane );
}

function acceptedStepText( facts: StepFacts ): string {
	return isRefresh( facts )
		? __( 'Accepted by the front end', 'headless-deploy' )
		: __( 'Accepted by the host', 'headless-deploy' );
}

/** The answer of the host, or its build if it reports builds. */
function hostStep( facts: StepFacts ): Step {
	const { stage, run, nowMs, typicalMs = null } = facts;
	const tookMs = run === null ? null : buildMs( run, nowMs );
	const took = wholeSeconds( tookMs );
	if ( stage === 'building' ) {
		return hostStepOf(
			__( 'Building', 'headless-deploy' ),
			'busy',
			buildingTime( took, typicalMs )
		);
	}
	if ( stage === 'buildFailed' ) {
		const text = __( 'The build failed', 'headless-deploy' );
		return hostStepOf( text, 'bad', took );
	}
	const isAccepted = ACCEPTED_STAGES.includes( stage );
	if ( tookMs !== null && isAccepted ) {
		return hostStepOf( __( 'Built', 'headless-deploy' ), 'good', took );
	}
	if ( isRejected( facts ) ) {
		const text = isRefresh( facts )
			? __( 'Rejected by the front end', 'headless-deploy' )
			: __( 'Rejected by the host', 'headless-deploy' );
		return hostStepOf( text, 'bad', '' );
	}
	return {
		name: 'host',
		text: acceptedStepText( facts ),
		when: '',
		symbol: isAccepted ? 'good' : null,
		isCurrent:
			stage === 'done' ||
			( stage === 'accepted' && ! isTracked( facts ) ),
	};
}

/** Null where it cannot be checked whether the site shows the change. */
function liveStep( facts: StepFacts ): Step | null {
	const { environment, stage, run, nowMs, timeZone } = facts;
	const isFinished = stage === 'live' || stage === 'gone';
	// The page after a purge is not checked, unless the purge replaced a refresh.
	const isChecked =
		( run ?? environment ).lane !== 'cache' ||
		environment.planChange !== '';
	const canBeSeen = isChecked && environment.frontEndUrl !== '';
	if ( ! isFinished && ! canBeSeen && stage !== 'building' ) {
		return null;
	}
	const isChecking = stage === 'accepted' && isTracked( facts );
	const text =
		stage === 'gone' || ( ! isFinished && facts.isRemoval === true )
			? __( 'Removed', 'headless-deploy' )
			: __( 'Live', 'headless-deploy' );
	const at = isFinished ? ( run?.trackedAt ?? null ) : null;
	let when = at === null ? '' : clockTime( at, nowMs, timeZone );
	if ( isChecking ) {
		when = __( 'not confirmed yet', 'headless-deploy' );
	} else if ( stage === 'accepted' || stage === 'done' ) {
		when = __( 'not confirmed', 'headless-deploy' );
	}
	let symbol: SymbolName | null = isFinished ? 'good' : null;
	symbol = isChecking ? 'busy' : symbol;
	return {
		name: 'live',
		text,
		when,
		symbol,
		isCurrent: isFinished || isChecking,
	};
}

/** Lists the steps of a run. They keep their places in every stage. */
export function stepsOfRun( facts: StepFacts ): Step[] {
	return [ sendStep( facts ), hostStep( facts ), liveStep( facts ) ].filter(
		( step ) => step !== null
	);
}
