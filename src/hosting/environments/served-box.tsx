import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useSession } from '../client/session.ts';
import { Box } from '../components/box.tsx';
import { useSpokenChanges } from '../components/spoken.ts';
import { Status } from '../components/status.tsx';
import { useTimeLabel } from '../components/time.tsx';
import { __, _n, sprintf } from '../i18n.ts';
import { startedByLabel } from '../labels/build.ts';
import { durationLabel } from '../labels/duration.ts';
import { environmentStatus } from '../labels/environment.ts';
import type {
	Application,
	Build,
	EnvironmentSummary,
} from '../../shared/platform-api.generated.ts';

interface Props {
	path: EnvironmentPath;
	summary: EnvironmentSummary;
}

/** The first sentence: a status, and what it means. */
function Sentence( {
	summary,
	end = '.',
	children,
}: {
	summary: EnvironmentSummary;
	/** After the status. @default '.' */
	end?: string;
	children: ReactNode;
} ) {
	return (
		<p className="hd-sentence">
			<Status status={ environmentStatus( summary ) }>{ end }</Status>{ ' ' }
			{ children }
		</p>
	);
}

function useRestarts( { restarts, lastExit }: Application ): string {
	const timeLabel = useTimeLabel();
	if ( lastExit === null ) {
		return '';
	}
	const count = sprintf(
		/* translators: %d: number of restarts. */
		_n(
			'Restarted %d time.',
			'Restarted %d times.',
			restarts,
			'headless-deploy'
		),
		restarts
	);
	const last = sprintf(
		/* translators: 1: time, 2: reason, for example “npm run start ended with code 1”. */
		__( 'Last exit at %1$s: %2$s.', 'headless-deploy' ),
		timeLabel( lastExit.time ),
		lastExit.reason
	);
	return `${ count } ${ last }`;
}

function readyLabel( { createTime, finishTime }: Build ): string {
	const readyMs =
		Date.parse( finishTime ?? createTime ) - Date.parse( createTime );
	return sprintf(
		/* translators: %s: duration. */
		__( 'Ready %s after the call.', 'headless-deploy' ),
		durationLabel( readyMs )
	);
}

interface RunningProps {
	summary: EnvironmentSummary;
	served: Build;
	application: Application;
}

function Up( { summary, served, application }: RunningProps ) {
	const timeLabel = useTimeLabel();
	const restarts = useRestarts( application );
	const { purgeTime } = summary.cache;
	const purged =
		purgeTime === null
			? ''
			: sprintf(
					/* translators: %s: time. */
					__( 'Cache purged at %s.', 'headless-deploy' ),
					timeLabel( purgeTime )
				);
	return (
		<>
			<Sentence summary={ summary }>
				{ sprintf(
					/* translators: 1: number of a build, 2: time. */
					__(
						'Build %1$d has been serving since %2$s.',
						'headless-deploy'
					),
					served.number,
					timeLabel( application.since )
				) }
			</Sentence>
			<p className="hd-muted">
				{ [
					`${ startedByLabel( served ) }.`,
					readyLabel( served ),
					purged,
					restarts,
				].join( ' ' ) }
			</p>
		</>
	);
}

function LastOutput( {
	path,
	output,
}: {
	path: EnvironmentPath;
	output: string;
} ) {
	const { has } = useHost();
	return (
		<>
			{ output === '' ? (
				<p className="hd-muted">
					{ __( 'It printed nothing.', 'headless-deploy' ) }
				</p>
			) : (
				<pre
					className="hd-output"

					tabIndex={ 0 }
					role="region"
					aria-label={ __( 'Last output', 'headless-deploy' ) }
				>
					{ output }
				</pre>
			) }
			{ has( 'readOutput' ) && (
				<p>
					<Link href={ addresses.environment( path, 'output' ) }>
						{ __( 'See all of its output', 'headless-deploy' ) }
					</Link>
				</p>
			) }
		</>
	);
}

function useRestartNote(): string {
	const { data } = useSession();
	const seconds = data?.hangTimeoutSeconds ?? 0;
	return seconds === 0
		? ''
		: sprintf(
				/* translators: %d: number of seconds. */
				_n(
					'If it does not respond for %d second, it is restarted.',
					'If it does not respond for %d seconds, it is restarted.',
					seconds,
					'headless-deploy'
				),
				seconds
			);
}

function Outage( {
	path,
	summary,
	application,
}: Props & { application: Application } ) {
	const timeLabel = useTimeLabel();
	const restartNote = useRestartNote();
	const { state, since, lastExit, lastOutput } = application;
	const isDown = state === 'down';
	const reason = isDown
		? `${ lastExit?.reason ?? '' }.`
		: __(
				'The app runs, but it does not respond to requests.',
				'headless-deploy'
			);
	const sentence = sprintf(
		/* translators: 1: time, 2: a full sentence. */
		__( 'since %1$s. %2$s', 'headless-deploy' ),
		timeLabel( since ),
		lastExit === null && isDown ? '' : reason
	);
	const whatFollows = isDown
		? __( 'It is restarted until it responds.', 'headless-deploy' )
		: restartNote;
	return (
		<>
			<Sentence summary={ summary } end="">
				{ sentence }
			</Sentence>
			<p className="hd-muted">
				{ whatFollows } { __( 'Its last output:', 'headless-deploy' ) }
			</p>
			<LastOutput path={ path } output={ lastOutput } />
		</>
	);
}

function Starting( { summary, served }: Omit< RunningProps, 'application' > ) {
	return (
		<>
			<Sentence summary={ summary }>
				{ sprintf(
					/* translators: %d: number of a build. */
					__( 'Build %d is being restarted.', 'headless-deploy' ),
					served.number
				) }
			</Sentence>
			<p className="hd-muted">
				{ __( 'Visitors wait until it responds.', 'headless-deploy' ) }
			</p>
		</>
	);
}

function FilesMissing( {
	summary,
	served,
}: Omit< RunningProps, 'application' > ) {
	return (
		<>
			<Sentence summary={ summary }>
				{ sprintf(
					/* translators: %d: number of a build. */
					__( 'Build %d is not running.', 'headless-deploy' ),
					served.number
				) }
			</Sentence>
			<p className="hd-muted">
				{ __(
					'Its files are missing. Visitors see the site when the next build is live.',
					'headless-deploy'
				) }
			</p>
		</>
	);
}

function NothingServed( { path, summary }: Props ) {
	const { newest } = summary;
	return (
		<>
			<p className="hd-sentence">
				{ __( 'Nothing is served yet.', 'headless-deploy' ) }
			</p>
			<p className="hd-muted">
				{ newest?.state === 'failed' ? (
					<>
						<Link
							href={ addresses.environment(
								path,
								'builds',
								newest.number
							) }
						>
							{ sprintf(
								/* translators: %d: number of a build. */
								__( 'Build %d failed', 'headless-deploy' ),
								newest.number
							) }
						</Link>
						{ `: ${ newest.error }` }
					</>
				) : (
					__(
						'Visitors see the site when the first build is live.',
						'headless-deploy'
					)
				) }
			</p>
		</>
	);
}

function Served( { path, summary }: Props ) {
	const { served, application } = summary;
	if ( served === null ) {
		return <NothingServed path={ path } summary={ summary } />;
	}
	if ( application === null ) {
		return <FilesMissing summary={ summary } served={ served } />;
	}
	switch ( application.state ) {
		case 'starting':
			return <Starting summary={ summary } served={ served } />;
		case 'up':
			return (
				<Up
					summary={ summary }
					served={ served }
					application={ application }
				/>
			);
		default:
			return (
				<Outage
					path={ path }
					summary={ summary }
					application={ application }
				/>
			);
	}
}

/** What visitors get. */
export function ServedBox( props: Props ) {
	const { displayName } = props.summary;
	const { word, tone } = environmentStatus( props.summary );
	useSpokenChanges(
		tone === 'bad' ? `${ displayName }: ${ word }` : '',
		'assertive'
	);
	return (
		<Box>
			<Served { ...props } />
		</Box>
	);
}
