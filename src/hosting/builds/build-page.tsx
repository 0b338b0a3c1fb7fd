import { Notice } from '@wordpress/components';
import { addresses } from '../addresses.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHost } from '../client/host.ts';
import { useHostQuery } from '../client/queries.ts';
import { Loaded } from '../components/loaded.tsx';
import { isNotFound, NotFound } from '../components/not-found.tsx';
import { Page } from '../components/page.tsx';
import { useSpokenChanges } from '../components/spoken.ts';
import { Status } from '../components/status.tsx';
import type { TabStatus } from '../components/tab-title.tsx';
import { Time, useNow } from '../components/time.tsx';
import {
	environmentCrumbs,
	useEnvironmentSummary,
	VisitSite,
} from '../environments/environment-frame.tsx';
import { __, sprintf } from '../i18n.ts';
import {
	buildStatus,
	failureOf,
	isRunning,
	startedByLabel,
	tookMilliseconds,
} from '../labels/build.ts';
import { durationLabel } from '../labels/duration.ts';
import { Log } from '../log/log.tsx';
import { useLog } from '../log/use-log.ts';
import type {
	Build,
	EnvironmentSummary,
} from '../../shared/platform-api.generated.ts';
import { UploadArea, UploadButton } from '../upload/upload-area.tsx';
import { CancelBuild, DeployAgain, isDeployable, Rebuild } from './changes.tsx';
import { Steps } from './steps.tsx';
import './builds.css';

const BUILD =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}';

interface BuildProps {
	path: EnvironmentPath;
	build: Build;
	summary: EnvironmentSummary | undefined;
}

function titleOf( number: string | number ): string {
	return sprintf(
		/* translators: %s: number of a build. */
		__( 'Build %s', 'headless-deploy' ),
		number
	);
}

function Buttons( { path, build, summary }: BuildProps ) {
	const { mayWrite, has } = useHost();
	const { state, cancelRefusal } = build;
	const mayChange = mayWrite( path.account );
	const isEnded = ! isRunning( build );
	return (
		<>
			{ state === 'live' && summary && <VisitSite url={ summary.url } /> }
			{ mayChange && has( 'cancelOperation' ) && cancelRefusal === '' && (
				<CancelBuild path={ path } build={ build } />
			) }
			{ mayChange && has( 'startBuild' ) && state === 'live' && (
				<Rebuild path={ path } />
			) }
			{ mayChange && has( 'redeployBuild' ) && isDeployable( build ) && (
				<DeployAgain
					path={ path }
					build={ build }
					served={ summary?.served ?? null }
				/>
			) }
			{ mayChange && has( 'upload' ) && isEnded && (
				<UploadButton path={ path } isPrimary={ state === 'failed' } />
			) }
		</>
	);
}

function durationSentence( build: Build, now: number ): string {
	const took = tookMilliseconds( build, now );
	const { usualMilliseconds, state } = build;
	if ( took === null ) {
		return '';
	}
	const isStopped = [ 'failed', 'cancelled' ].includes( state );
	const ended = isStopped
		? __( 'Stopped after', 'headless-deploy' )
		: __( 'Took', 'headless-deploy' );
	const duration = isRunning( build )
		? sprintf(
				/* translators: %s: duration. */
				__( '%s so far', 'headless-deploy' ),
				durationLabel( Math.floor( took / 1000 ) * 1000 )
			)
		: `${ ended } ${ durationLabel( took ) }`;
	return usualMilliseconds === null || isStopped
		? `${ duration }.`
		: sprintf(
				/* translators: 1: duration, for example “Took 41 s”, 2: usual duration. */
				__( '%1$s, usually about %2$s.', 'headless-deploy' ),
				duration,
				durationLabel( usualMilliseconds )
			);
}

function waitingSentence(
	{ state }: Build,
	running: EnvironmentSummary[ 'running' ]
): string {
	if ( state !== 'queued' ) {
		return '';
	}
	return running
		? sprintf(
				/* translators: %d: number of a build. */
				__( 'Starts when build %d ends.', 'headless-deploy' ),
				running.number
			)
		: __( 'Starts in a moment.', 'headless-deploy' );
}

function Facts( { path, build, summary, now }: BuildProps & { now: number } ) {
	const { mayWrite } = useHost();
	const served = summary?.served;
	const isServing = served && isRunning( build );
	const isEarlier = ! isRunning( build ) && build.state !== 'live';
	return (
		<p className="hd-muted hd-facts">
			{ waitingSentence( build, summary?.running ?? null ) }
			{ durationSentence( build, now ) } { startedByLabel( build ) },{ ' ' }
			<Time at={ build.createTime } />.{ ' ' }
			{ isServing &&
				sprintf(
					/* translators: %d: number of a build. */
					__( 'Build %d stays live.', 'headless-deploy' ),
					served.number
				) }
			{ isEarlier && mayWrite( path.account ) && build.redeployRefusal }
		</p>
	);
}

/** Why a build failed, what to do, and what visitors get. */
function Failure( { build, summary }: BuildProps ) {
	const { what, rest } = failureOf( build );
	const served = summary?.served?.number;
	const isTold = served === undefined || rest.includes( ` ${ served } ` );
	return (
		<Notice status="error" isDismissible={ false }>
			<strong>
				{ what || __( 'The build failed.', 'headless-deploy' ) }
			</strong>{ ' ' }
			{ rest }{ ' ' }
			{ ! isTold &&
				sprintf(
					/* translators: %d: number of a build. */
					__( 'Build %d is live.', 'headless-deploy' ),
					served
				) }
		</Notice>
	);
}

interface DetailsProps extends BuildProps {
	title: string;
	/** The number of the line that the address leads to. */
	line: string | undefined;
}

function BuildLog( { path, build, line }: Omit< DetailsProps, 'title' > ) {
	const { number, finishTime } = build;
	const log = useLog( {
		operation: 'readBuildLog',
		topics: [ 'log', 'builds' ],
		key: { ...path, build: number },
		readPart: ( client, offset, signal ) =>
			client.GET( `${ BUILD }/log`, {
				params: {
					path: { ...path, build: String( number ) },
					query: { offset },
				},
				signal,
			} ),
	} );
	const isGrowing = isRunning( build );
	return (
		<Loaded query={ log }>
			{ ( text ) => (
				<Log
					log={ text }
					address={ addresses.environment( path, 'builds', number ) }
					line={ line }
					isGrowing={ isGrowing }
					empty={
						isGrowing
							? __(
									'Lines appear here as the build writes them.',
									'headless-deploy'
								)
							: __( 'This build has no log.', 'headless-deploy' )
					}
					fileName={ `build-${ number }.log` }
				>
					{ finishTime && (
						<>
							{ __( 'ended', 'headless-deploy' ) }{ ' ' }
							<Time at={ finishTime } seconds />
						</>
					) }
				</Log>
			) }
		</Loaded>
	);
}

function BuildDetails( { title, ...props }: DetailsProps ) {
	const { path, build, summary } = props;
	const { mayWrite, has } = useHost();
	const mayUpload = has( 'upload' ) && mayWrite( path.account );
	const now = useNow( isRunning( build ) );
	useSpokenChanges( `${ title }: ${ buildStatus( build.state ).word }` );
	return (
		<>
			<Facts { ...props } now={ now } />
			{ mayUpload && summary && (
				<UploadArea
					path={ path }
					summary={ summary }
					hasDropZone={ false }
				/>
			) }
			{ build.state === 'failed' && <Failure { ...props } /> }
			<div className="hd-build">
				<Steps build={ build } now={ now } />
				<BuildLog { ...props } />
			</div>
		</>
	);
}

function tabStatusOf( build: Build ): TabStatus | null {
	const { word, tone } = buildStatus( build.state );
	const { startTime } = build;
	return {
		word,
		tone,
		...( startTime !== undefined && isRunning( build )
			? { since: startTime }
			: {} ),
	};
}

/** A build with its steps and its log. */
export function BuildPage( {
	path,
	number,
	line,
}: {
	path: EnvironmentPath;
	number: string;
	line?: string | undefined;
} ) {
	const summary = useEnvironmentSummary( path );
	const build = useHostQuery( {
		operation: 'readBuild',
		topics: [ 'builds' ],
		key: { ...path, build: number },
		read: ( client, signal ) =>
			client.GET( BUILD, {
				params: { path: { ...path, build: number } },
				signal,
			} ),
	} );
	const name = summary.data?.displayName ?? '';
	const title = titleOf( build.data?.number ?? number );
	return isNotFound( build.error ) ? (
		<NotFound message={ build.error.message } account={ path.account } />
	) : (
		<Page
			title={ title }
			tabTitle={ [ title, name ].filter( Boolean ).join( ' · ' ) }
			tabStatus={ build.data ? tabStatusOf( build.data ) : null }
			crumbs={ [
				...environmentCrumbs( path ),
				{ name, href: addresses.environment( path ) },
				{
					name: __( 'Builds', 'headless-deploy' ),
					href: addresses.environment( path, 'builds' ),
				},
			] }
			status={
				build.data && (
					<Status isPill status={ buildStatus( build.data.state ) } />
				)
			}
			buttons={
				build.data && (
					<Buttons
						path={ path }
						build={ build.data }
						summary={ summary.data }
					/>
				)
			}
		>
			<Loaded query={ build }>
				{ ( found ) => (
					<BuildDetails
						path={ path }
						build={ found }
						summary={ summary.data }
						title={ title }
						line={ line }
					/>
				) }
			</Loaded>
		</Page>
	);
}
