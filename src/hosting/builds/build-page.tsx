import { isActive } from '../../shared/build-states.ts';
import type { Build } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useEnvironmentSummary, useServed } from '../client/environment.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHost, useMay } from '../client/host.ts';
import { useHostGet } from '../client/queries.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { isNotFound, NotFoundScreen } from '../not-found-screen.tsx';
import { LastingNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { useSpokenChanges } from '../../ui/use-spoken-changes.ts';
import { Status } from '../../ui/status.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import {
	environmentCrumbs,
	VisitSite,
} from '../environments/environment-frame.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import {
	buildDuration,
	buildName,
	buildStatus,
	failureOf,
	liveBuild,
	startedByLabel,
	staysLive,
} from '../labels/build.ts';
import { Log } from '../log/log.tsx';
import { useLog } from '../log/use-log.ts';
import { UploadArea, UploadButton } from '../upload/upload-area.tsx';
import { CancelBuild, DeployAgain, isDeployable, Rebuild } from './changes.tsx';
import { Steps } from './steps.tsx';
import './builds.css';

const BUILD =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}';

interface BuildProps {
	path: EnvironmentPath;
	build: Build;
	/** The number of the line that the address leads to. */
	line?: string | undefined;
}

function Buttons( { path, build }: BuildProps ) {
	const may = useMay( path.account );
	const { data } = useEnvironmentSummary( path );
	const { state, cancelRefusal } = build;
	return (
		<>
			{ state === 'live' && data && <VisitSite url={ data.url } /> }
			{ may( 'cancelOperation' ) && cancelRefusal === '' && (
				<CancelBuild path={ path } build={ build } />
			) }
			{ may( 'startBuild' ) && state === 'live' && (
				<Rebuild path={ path } />
			) }
			{ may( 'redeployBuild' ) && isDeployable( build ) && (
				<DeployAgain path={ path } build={ build } />
			) }
			{ may( 'upload' ) && ! isActive( build ) && (
				<UploadButton path={ path } isPrimary={ state === 'failed' } />
			) }
		</>
	);
}

function waitingSentence( running: Build | null ): string {
	/* translators: %d: number of a build. */
	const after = __( 'Starts when build %d ends.', 'headless-deploy' );
	return running
		? sprintf( after, running.number )
		: __( 'Starts in a moment.', 'headless-deploy' );
}

function Facts( { path, build, now }: BuildProps & { now: number } ) {
	const { mayWrite } = useHost();
	const { data } = useEnvironmentSummary( path );
	const { state, createTime, redeployRefusal } = build;
	const isEarlier = ! isActive( build ) && state !== 'live';
	const duration = buildDuration( build, now );
	return (
		<p className="hd-muted hd-facts">
			{ state === 'queued' &&
				`${ waitingSentence( data?.running ?? null ) } ` }
			{ duration && `${ duration }. ` }
			{ startedByLabel( build ) }, <Time at={ createTime } />.{ ' ' }
			{ build.commitMessage && `“${ build.commitMessage }” ` }
			{ isActive( build ) && staysLive( data?.served ) }
			{ isEarlier && mayWrite( path.account ) && redeployRefusal }
		</p>
	);
}

/** Why a build failed, what to do, and what visitors get. */
function Failure( { path, build }: BuildProps ) {
	const { what, rest } = failureOf( build );
	const served = useServed( path );
	const isTold = served && rest.includes( ` ${ served.number } ` );
	return (
		<LastingNotice status="error">
			<strong>
				{ what || __( 'The build failed.', 'headless-deploy' ) }
			</strong>{ ' ' }
			{ rest } { served && ! isTold && liveBuild( served ) }
		</LastingNotice>
	);
}

function BuildLog( { path, build, line }: BuildProps ) {
	const { number, finishTime } = build;
	const log = useLog( `${ BUILD }/log`, [ 'log', 'builds' ], {
		...path,
		build: `${ number }`,
	} );
	const isGrowing = isActive( build );
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

function BuildDetails( props: BuildProps ) {
	const { path, build } = props;
	const { number, state } = build;
	const may = useMay( path.account );
	const now = useNow( isActive( build ) );
	useSpokenChanges(
		`${ buildName( number ) }: ${ buildStatus( state ).word }`
	);
	return (
		<>
			<Facts { ...props } now={ now } />
			{ may( 'upload' ) && <UploadArea path={ path } /> }
			{ state === 'failed' && <Failure { ...props } /> }
			<div className="hd-build">
				<Steps build={ build } now={ now } />
				<BuildLog { ...props } />
			</div>
		</>
	);
}

interface Props extends Pick< BuildProps, 'path' | 'line' > {
	/** As in the address. */
	number: string;
}

/** A build with its steps and its log. */
export function BuildPage( { path, number, line }: Props ) {
	const { data: summary } = useEnvironmentSummary( path );
	const query = useHostGet( BUILD, [ 'builds' ], {
		path: { ...path, build: number },
	} );
	const { data: build, error } = query;
	const name = summary?.displayName ?? '';
	const title = buildName( build?.number ?? number );
	const status = build && buildStatus( build.state );
	const since = build && isActive( build ) ? build.startTime : undefined;
	return isNotFound( error ) ? (
		<NotFoundScreen message={ error.message } />
	) : (
		<Page
			title={ title }
			tabTitle={ [ title, name ].filter( Boolean ).join( ' · ' ) }
			tabStatus={ status ? { ...status, since } : null }
			crumbs={ [
				...environmentCrumbs( path ),
				{ name, href: addresses.environment( path ) },
				{
					name: __( 'Builds', 'headless-deploy' ),
					href: addresses.environment( path, 'builds' ),
				},
			] }
			status={ status && <Status isPill status={ status } /> }
			buttons={ build && <Buttons path={ path } build={ build } /> }
		>
			<Loaded query={ query }>
				{ ( found ) => (
					<BuildDetails path={ path } build={ found } line={ line } />
				) }
			</Loaded>
		</Page>
	);
}
