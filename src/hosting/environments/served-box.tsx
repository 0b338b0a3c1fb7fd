import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useSession } from '../client/session.ts';
import { Box } from '../../ui/box.tsx';
import { useSpokenChanges } from '../../ui/use-spoken-changes.ts';
import { Status } from '../../ui/status.tsx';
import { useTimeLabel } from '../../ui/time.tsx';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { failedBuild, startedByLabel } from '../labels/build.ts';
import { durationLabel } from '../labels/duration.ts';
import { environmentStatus } from '../labels/environment.ts';
import type {
	Application,
	Build,
} from '../../shared/platform-api.generated.ts';
import type { EnvironmentProps } from './environment-frame.tsx';

interface SentenceProps extends Pick< EnvironmentProps, 'summary' > {
	/** After the status. @default '.' */
	end?: string;
	/** What the status means. */
	children: string;
	details: ReactNode;
}

function Sentence( { summary, end = '.', children, details }: SentenceProps ) {
	return (
		<>
			<p className="hd-sentence">
				<Status status={ environmentStatus( summary ) }>{ end }</Status>{ ' ' }
				{ children }
			</p>
			<p className="hd-muted">{ details }</p>
		</>
	);
}

function useRestarts( { restarts, lastExit }: Application ): string[] {
	const timeLabel = useTimeLabel();
	if ( lastExit === null ) {
		return [];
	}
	/* translators: %d: number of restarts. */
	const count = _n(
		'Restarted %d time.',
		'Restarted %d times.',
		restarts,
		'headless-deploy'
	);
	/* translators: 1: time, 2: reason, for example “npm run start ended with code 1”. */
	const last = __( 'Last exit at %1$s: %2$s.', 'headless-deploy' );
	const { time, reason } = lastExit;
	return [
		sprintf( count, restarts ),
		sprintf( last, timeLabel( time ), reason ),
	];
}

interface RunningProps extends EnvironmentProps {
	served: Build;
	application: Application;
}

function Up( { summary, served, application }: RunningProps ) {
	const timeLabel = useTimeLabel();
	const restarts = useRestarts( application );
	const { purgeTime } = summary.cache;
	const { number, createTime, finishTime = createTime } = served;
	const readyMs = Date.parse( finishTime ) - Date.parse( createTime );
	/* translators: 1: number of a build, 2: time. */
	const serving = __(
		'Build %1$d has been serving since %2$s.',
		'headless-deploy'
	);
	/* translators: %s: duration. */
	const ready = __( 'Ready %s after the call.', 'headless-deploy' );
	/* translators: %s: time. */
	const purged = __( 'Cache purged at %s.', 'headless-deploy' );
	return (
		<Sentence
			summary={ summary }
			details={ [
				`${ startedByLabel( served ) }.`,
				sprintf( ready, durationLabel( readyMs ) ),
				...( purgeTime === null
					? []
					: [ sprintf( purged, timeLabel( purgeTime ) ) ] ),
				...restarts,
			].join( ' ' ) }
		>
			{ sprintf( serving, number, timeLabel( application.since ) ) }
		</Sentence>
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
	const seconds = useSession().data?.hangTimeoutSeconds ?? 0;
	/* translators: %d: number of seconds. */
	const text = _n(
		'If it does not respond for %d second, it is restarted.',
		'If it does not respond for %d seconds, it is restarted.',
		seconds,
		'headless-deploy'
	);
	return seconds === 0 ? '' : sprintf( text, seconds );
}

/** An application that is down or does not respond. */
function Outage( { path, summary, application }: RunningProps ) {
	const timeLabel = useTimeLabel();
	const restartNote = useRestartNote();
	const { state, since, lastExit, lastOutput } = application;
	const [ reason, whatFollows ] =
		state === 'down'
			? [
					lastExit === null ? '' : `${ lastExit.reason }.`,
					__(
						'It is restarted until it responds.',
						'headless-deploy'
					),
				]
			: [
					__(
						'The app runs, but it does not respond to requests.',
						'headless-deploy'
					),
					restartNote,
				];
	/* translators: 1: time, 2: a full sentence. */
	const text = __( 'since %1$s. %2$s', 'headless-deploy' );
	const output = __( 'Its last output:', 'headless-deploy' );
	return (
		<>
			<Sentence
				summary={ summary }
				end=""
				details={ `${ whatFollows } ${ output }` }
			>
				{ sprintf( text, timeLabel( since ), reason ) }
			</Sentence>
			<LastOutput path={ path } output={ lastOutput } />
		</>
	);
}

function NothingServed( { path, summary: { newest } }: EnvironmentProps ) {
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
							{ failedBuild( newest.number ) }
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

function Served( props: EnvironmentProps ) {
	const { served, application } = props.summary;
	if ( served === null ) {
		return <NothingServed { ...props } />;
	}
	/* translators: %d: number of a build. */
	const missing = __( 'Build %d is not running.', 'headless-deploy' );
	/* translators: %d: number of a build. */
	const starting = __( 'Build %d is being restarted.', 'headless-deploy' );
	if ( application === null ) {
		return (
			<Sentence
				{ ...props }
				details={ __(
					'The build’s files are missing. The site returns with the next build.',
					'headless-deploy'
				) }
			>
				{ sprintf( missing, served.number ) }
			</Sentence>
		);
	}
	const running = { ...props, served, application };
	switch ( application.state ) {
		case 'starting':
			return (
				<Sentence
					{ ...props }
					details={ __(
						'Visitors wait until it responds.',
						'headless-deploy'
					) }
				>
					{ sprintf( starting, served.number ) }
				</Sentence>
			);
		case 'up':
			return <Up { ...running } />;
		default:
			return <Outage { ...running } />;
	}
}

/** What visitors get. */
export function ServedBox( props: EnvironmentProps ) {
	const { word, tone } = environmentStatus( props.summary );
	useSpokenChanges(
		tone === 'bad' ? `${ props.summary.displayName }: ${ word }` : '',
		'assertive'
	);
	return (
		<Box>
			<Served { ...props } />
		</Box>
	);
}
