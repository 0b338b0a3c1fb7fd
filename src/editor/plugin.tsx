import { Spinner } from '@wordpress/components';
import { useSelect } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { __, sprintf } from '../admin/i18n.ts';
import type { Lost, StatusStore } from '../admin/live/status-store.ts';
import { useAnnouncements } from '../admin/live/use-announcements.ts';
import { type Live, useLive } from '../admin/live/use-live.ts';
import { LoginLink } from '../admin/parts/login-link.tsx';
import { replaceUrlOf } from '../admin/parts/replace-url.ts';
import { loggedOutAdvice, loggedOutHeadline } from '../admin/words/refusal.ts';
import { describe } from '../admin/words/state.ts';
import type { BootData, EnvironmentStatus } from '../shared/wire.ts';
import { ProgressView } from './progress-view.tsx';
import { siteAddress } from './site-address.ts';
import { useFailureNotices } from './use-failure-notices.ts';
import { useSaves } from './use-saves.ts';
import { useUnchangedNotice } from './use-unchanged-notice.ts';
import { editorStore, PluginPostPublishPanel } from './wp-editor.ts';

const NONE: EnvironmentStatus[] = [];

interface Props {
	boot: BootData;
	store: StatusStore;
}

interface Published {
	/** Whether the state from after the save is not known yet. */
	settling: boolean;
	/** Id of the last run of each environment before the save. */
	lastBefore: Record< string, number >;
}

function lastIds( environments: readonly EnvironmentStatus[] ) {
	return Object.fromEntries(
		environments.map( ( { id, last } ) => [ id, last?.id ?? 0 ] )
	);
}

/**
 * Follows the saves of the post: what is known before one, and the first look after it.
 * @param boot
 * @param store
 * @param onSaved
 */
function usePublished(
	boot: BootData,
	store: StatusStore,
	onSaved: ( environments: readonly EnvironmentStatus[] ) => void
): Published {
	const [ published, setPublished ] = useState< Published >( {
		settling: false,
		lastBefore: {},
	} );
	const known = () => store.getSnapshot().status?.environments ?? NONE;
	useSaves( boot.postTypes, {
		onBegin: () => {
			store.leaving.expect();
			setPublished( { settling: true, lastBefore: lastIds( known() ) } );
		},
		onEnd: async ( succeeded ) => {
			if ( succeeded ) {
				store.leaving.expect();
				await store.refresh();
				onSaved( known() );
			}
			store.leaving.settle();
			setPublished( ( before ) => ( { ...before, settling: false } ) );
		},
	} );
	return published;
}

function LostLine( { lost }: { lost: Lost } ) {
	return lost.loggedOut ? (
		<p role="status">
			{ loggedOutHeadline() } { loggedOutAdvice() } <LoginLink />
		</p>
	) : (
		<p role="status">
			{ __(
				'No connection to WordPress: what you see may be old.',
				'headless-deploy'
			) }
		</p>
	);
}

function Others( {
	environments,
	live,
	timeZone,
}: {
	environments: readonly EnvironmentStatus[];
	live: Live;
	timeZone: string;
} ) {
	return (
		<ul className="headless-deploy-others headless-deploy-secondary">
			{ environments.map( ( environment ) => (
				<li key={ environment.id }>
					{ sprintf(
						/* translators: 1: name of an environment, 2: its state, for example “Rebuild in 10 s”. */
						__( '%1$s: %2$s', 'headless-deploy' ),
						environment.label,
						describe( environment, live.nowMs, timeZone ).headline
					) }
				</li>
			) ) }
		</ul>
	);
}

/**
 * Reads what the editor knows of its post.
 * @param postTypes
 */
function usePost( postTypes: readonly string[] ) {
	return useSelect(
		( select ) => {
			const editor = select( editorStore );
			return {
				permalink: String(
					editor.getCurrentPostAttribute( 'link' ) ?? ''
				),
				isWatched: postTypes.includes(
					editor.getCurrentPostType() ?? ''
				),
			};
		},
		[ postTypes ]
	);
}

interface FirstProps {
	boot: BootData;
	live: Live;
	environment: EnvironmentStatus;
	published: Published;
}

function First( { boot, live, environment, published }: FirstProps ) {
	const { permalink, isWatched } = usePost( boot.postTypes );
	if ( ! isWatched ) {
		return (
			<p className="headless-deploy-secondary">
				{ __(
					'Nothing is sent: this content type is not watched.',
					'headless-deploy'
				) }
			</p>
		);
	}
	return published.settling ? (
		<Spinner />
	) : (
		<ProgressView
			environment={ environment }
			lastBefore={ published.lastBefore[ environment.id ] ?? 0 }
			address={ siteAddress( environment.frontEndUrl, permalink ) }
			nowMs={ live.nowMs }
			timeZone={ boot.timeZone }
			refresh={ live.refresh }
			replaceUrl={ replaceUrlOf( boot, environment.id ) }
		/>
	);
}

/**
 * What stands in the panel after publishing: the way of the post to the front end.
 *
 * @param props
 * @param props.boot
 * @param props.store
 */
export function HeadlessDeployPlugin( { boot, store }: Props ) {
	const live = useLive( store );
	const environments = live.status?.environments ?? NONE;
	const tellUnchanged = useUnchangedNotice( live.refresh );
	const published = usePublished( boot, store, tellUnchanged );
	useFailureNotices( boot, environments, live.refresh );
	useAnnouncements( environments, live.nowMs, boot.timeZone );
	const [ first, ...others ] = environments;
	if ( ! first ) {
		return null;
	}
	return (
		<PluginPostPublishPanel
			initialOpen
			className="headless-deploy-panel"
			title={ __( 'Headless Deploy', 'headless-deploy' ) }
		>
			<First { ...{ boot, live, published } } environment={ first } />
			{ live.lost !== null && <LostLine lost={ live.lost } /> }
			{ others.length > 0 && (
				<Others
					environments={ others }
					live={ live }
					timeZone={ boot.timeZone }
				/>
			) }
		</PluginPostPublishPanel>
	);
}
