import { useEffect, useState } from '@wordpress/element';
import { __ } from '../ui/i18n.ts';
import type { StatusStore } from '../live/status-store.ts';
import { useAnnouncements } from '../live/use-announcements.ts';
import { type Live, useLive } from '../live/use-live.ts';
import { Snackbars } from '../live/components/snackbars.tsx';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { type ClassicPost, publishedPost, savedOf } from './classic-post.ts';
import { savedAfter } from './earlier-runs.ts';
import { LostLine } from './lost-line.tsx';
import { noRunText } from './no-run-text.ts';
import { isExcluded, type Plan, planOf } from './plan-lines.tsx';
import { ProgressView } from './progress-view.tsx';
import { frontEndPostUrl } from './front-end-post-url.ts';
import { lateText } from './late-text.ts';
import { type ScheduledRecord, watchScheduled } from './scheduled-post.ts';
import type { Saved } from './use-saved.ts';

const NONE: EnvironmentStatus[] = [];

interface Props {
	boot: BootData;
	store: StatusStore;
	post: ClassicPost;
}

interface EnvironmentProps extends Omit< Props, 'store' > {
	live: Live;
	saved: Saved;
	environment: EnvironmentStatus;
}

/** Describes the effect of the next save, unless the status does. */
function nextSaveText(
	environment: EnvironmentStatus,
	plan: Plan | null
): string {
	const text = plan?.text ?? '';
	const isShown =
		environment.status === 'held' || isExcluded( environment, plan );
	return isShown ? '' : text;
}

/** The progress of the last save on an environment, and the effect of the next save. */
function EnvironmentItem( props: EnvironmentProps ) {
	const { boot, live, post, saved, environment } = props;
	const plan = planOf( environment, post );
	const next = nextSaveText( environment, plan );
	return (
		<li>
			<h3>
				<bdi>{ environment.label }</bdi>
			</h3>
			<ProgressView
				{ ...{ environment, boot, live, plan } }
				save={ saved }
				address={
					post.isPublished
						? frontEndPostUrl(
								environment.frontEndUrl,
								post.permalink
							)
						: null
				}
			/>
			{ next !== '' && (
				<p className="headless-deploy-secondary headless-deploy-next-save">
					{ next }
				</p>
			) }
		</li>
	);
}

/** Follows the post, which WordPress publishes at its time if it is scheduled. */
function useClassicPost( printed: ClassicPost, store: StatusStore ) {
	const [ post, setPost ] = useState( printed );
	const [ saved, setSaved ] = useState( () => {
		const { status } = store.getSnapshot();
		const environments = status?.environments ?? NONE;
		return savedOf( printed, environments, window.location.search );
	} );
	const { schedule } = post;
	useEffect( () => {
		if ( schedule === null ) {
			return undefined;
		}
		const update = async ( record: ScheduledRecord, unseenMs: number ) => {
			if ( record.status !== 'publish' ) {
				return;
			}
			await store.refresh();
			const { status } = store.getSnapshot();
			setSaved( savedAfter( status?.environments ?? NONE, unseenMs ) );
			setPost( ( before ) => publishedPost( before, record ) );
		};
		return watchScheduled( schedule, store.time, {
			onChange: ( record, unseenMs ) => void update( record, unseenMs ),
			onLate: () =>
				setSaved( ( before ) => ( { ...before, isLate: true } ) ),
		} );
	}, [ schedule, store ] );
	return { post, saved };
}

/**
 * The box of the classic editor: the status of each environment, the progress of the last save there, and the effect of
 * the next save.
 */
export function ClassicBox( { boot, store, ...props }: Props ) {
	const live = useLive( store );
	const environments = live.status?.environments ?? NONE;
	const { post, saved } = useClassicPost( props.post, store );
	useAnnouncements( environments, live.nowMs, boot.timeZone );
	const noRun = noRunText( post, environments.length > 0 );
	const common = { boot, live, post, saved };
	return (
		<>
			<div className="headless-deploy-panel">
				{ noRun !== null && <p>{ noRun }</p> }
				{ saved.isLate && <p>{ lateText() }</p> }
				<ul className="headless-deploy-statuses">
					{ ( noRun === null ? environments : NONE ).map(
						( environment ) => (
							<EnvironmentItem
								key={ environment.id }
								{ ...{ ...common, environment } }
							/>
						)
					) }
				</ul>
				{ live.lost !== null && <LostLine lost={ live.lost } /> }
				<p>
					<a href={ boot.urls.overview }>
						{ __( 'Open Headless Deploy', 'headless-deploy' ) }
					</a>
				</p>
			</div>
			<Snackbars />
		</>
	);
}
