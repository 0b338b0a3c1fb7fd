import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon.tsx';
import { useSpokenChanges } from '../components/spoken.ts';
import { __, sprintf } from '../i18n.ts';
import { isRunning, stepLabel, tookMilliseconds } from '../labels/build.ts';
import type { BuildStep } from '../labels/build.ts';
import { durationLabel } from '../labels/duration.ts';
import type { Build } from '../../shared/platform-api.generated.ts';

const STEPS = [
	'unpack',
	'install',
	'build',
	'start',
	'health',
	'live',
] as const;

/** How much longer than so far a build may take while its usual duration is not known. */
const UNKNOWN_FACTOR = 1.25;

/** The shortest bar, in percent. */
const MIN_WIDTH = 1.5;

type StepState = BuildStep[ 'state' ] | 'canceled' | 'waiting' | 'notRun';

const ICONS: Record< StepState, IconName > = {
	running: 'running',
	done: 'wasLive',
	failed: 'failed',
	skipped: 'superseded',
	canceled: 'canceled',
	waiting: 'nothing',
	notRun: 'nothing',
};

function stateOf( build: Build, step: BuildStep | undefined ): StepState {
	if ( step === undefined ) {
		return isRunning( build ) ? 'waiting' : 'notRun';
	}
	const isCanceled = build.state === 'cancelled' && step.state === 'failed';
	return isCanceled ? 'canceled' : step.state;
}

function stateLabel( state: StepState ): string {
	switch ( state ) {
		case 'running':
			return __( 'running', 'headless-deploy' );
		case 'done':
			return __( 'done', 'headless-deploy' );
		case 'failed':
			return __( 'failed', 'headless-deploy' );
		case 'skipped':
			return __( 'skipped', 'headless-deploy' );
		case 'canceled':
			return __( 'canceled', 'headless-deploy' );
		case 'waiting':
			return __( 'waiting', 'headless-deploy' );
		case 'notRun':
			return __( 'not run', 'headless-deploy' );
	}
}

/** Where a step lies in the whole build, or in its usual duration while it runs. */
function Bar( {
	build,
	step,
	now,
}: {
	build: Build;
	step: BuildStep;
	now: number;
} ) {
	const took = tookMilliseconds( build, now ) ?? 0;
	const expected = isRunning( build )
		? ( build.usualMilliseconds ?? took * UNKNOWN_FACTOR )
		: 0;
	const whole = Math.max( took, expected, 1 );
	const begin = Date.parse( build.startTime ?? step.startTime );
	const percent = ( time: number ) =>
		Math.min( Math.max( ( 100 * ( time - begin ) ) / whole, 0 ), 100 );
	const left = Math.min(
		percent( Date.parse( step.startTime ) ),
		100 - MIN_WIDTH
	);
	const end = step.finishTime ? Date.parse( step.finishTime ) : now;
	const width = Math.max( percent( end ) - left, MIN_WIDTH );
	return (
		<span className="hd-step__bar" aria-hidden="true">
			<span style={ { left: `${ left }%`, width: `${ width }%` } } />
		</span>
	);
}

function stepTook( step: BuildStep, now: number ): string {
	const took = tookMilliseconds( step, now ) ?? 0;
	return durationLabel(
		step.finishTime ? took : Math.floor( took / 1000 ) * 1000
	);
}

function Step( {
	build,
	name,
	now,
}: {
	build: Build;
	name: BuildStep[ 'name' ];
	now: number;
} ) {
	const step = build.steps.findLast( ( one ) => one.name === name );
	const state = stateOf( build, step );
	const isTimed = step !== undefined && state !== 'skipped';
	const isWordShown = ! isTimed && state !== 'waiting';
	return (
		<li className={ `hd-step hd-step--${ state }` }>
			<Icon name={ ICONS[ state ] } />
			<span>
				{ stepLabel( name ) }
				{ ! isWordShown && (
					<span className="screen-reader-text">
						, { stateLabel( state ) }
					</span>
				) }
			</span>
			<span className="hd-hint">
				{ isTimed && stepTook( step, now ) }
				{ isWordShown && stateLabel( state ) }
			</span>
			{ isTimed && <Bar build={ build } step={ step } now={ now } /> }
		</li>
	);
}

/** For example “Install done, 9.4 s. Build running.” */
function spokenSteps( { steps }: Build ): string {
	const [ before, last ] = [ steps.at( -2 ), steps.at( -1 ) ];
	if ( last?.state !== 'running' ) {
		return '';
	}
	return before?.state === 'done'
		? sprintf(
				/* translators: 1: step of a build that is done, 2: its duration, 3: the next step. */
				__( '%1$s done, %2$s. %3$s running.', 'headless-deploy' ),
				stepLabel( before.name ),
				stepTook( before, 0 ),
				stepLabel( last.name )
			)
		: sprintf(
				/* translators: %s: step of a build. */
				__( '%s running.', 'headless-deploy' ),
				stepLabel( last.name )
			);
}

/** The steps of a build, each with a bar where it lies in the whole. */
export function Steps( { build, now }: { build: Build; now: number } ) {
	useSpokenChanges( spokenSteps( build ) );
	return (
		<ol
			className="hd-steps"
			aria-label={ __( 'Steps', 'headless-deploy' ) }
		>
			{ STEPS.map( ( name ) => (
				<Step key={ name } build={ build } name={ name } now={ now } />
			) ) }
		</ol>
	);
}
