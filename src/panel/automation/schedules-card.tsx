import {
	Card,
	CardBody,
	CardHeader,
	DropdownMenu,
} from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { moreVertical } from '@wordpress/icons';
import { __, sprintf } from '../../ui/i18n.ts';
import type { EnvironmentSettings, Schedule } from '../../shared/wire.ts';
import type { StatusStore } from '../../live/status-store.ts';
import { useLive } from '../../live/use-live.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { RemovalModal } from '../settings/removal-modal.tsx';
import { useSiteTime } from '../settings/site-time.ts';
import { deleteSchedule } from '../settings/api.ts';
import { ScheduleModal } from './schedule-modal.tsx';
import { timeZoneLabel } from '../../live/labels/time.ts';
import { lastRunText, nextRunText, scheduleText } from './schedule-text.ts';

/** Time for the server to do what is due. */
const RELOAD_AFTER_MS = 10_000;

interface Props {
	/** The schedules of the environment. */
	schedules: readonly Schedule[];
	environment: EnvironmentSettings;
	environments: readonly EnvironmentSettings[];
	store: StatusStore;
	onUpdate: ( updated: Schedule ) => void;
	onRemoved: ( id: string ) => void;
	activityUrl: string;
	/** Called when what is shown is outdated. */
	onStale: () => void;
}

/** The form above the list. It stays open when another user removes its schedule. */
type Open =
	{ kind: 'add' } | { kind: 'edit' | 'remove'; schedule: Schedule } | null;

interface RowProps extends Pick< Props, 'activityUrl' > {
	/** The server's time. */
	nowMs: number;
	schedule: Schedule;
	open: ( open: Open ) => void;
}

function LastRun( { schedule, nowMs, activityUrl }: RowProps ) {
	const { timeZone } = useSiteTime();
	const { lastRun } = schedule;
	return (
		<p className="headless-deploy-secondary">
			{ lastRun === null ? (
				__( 'Not run yet', 'headless-deploy' )
			) : (
				<a href={ `${ activityUrl }&run=${ lastRun.id }` }>
					{ lastRunText( lastRun, nowMs, timeZone ) }
				</a>
			) }
		</p>
	);
}

function Row( props: RowProps ) {
	const { schedule, nowMs, open } = props;
	const { timeZone } = useSiteTime();
	const { label, nextRunAt } = schedule;
	return (
		<li className="headless-deploy-schedules__row">
			<div>
				<strong>
					<bdi>{ label }</bdi>
				</strong>
				<p className="headless-deploy-secondary">
					{ scheduleText( schedule ) }
				</p>
			</div>
			<div className="headless-deploy-schedules__times">
				<time dateTime={ nextRunAt }>
					{ nextRunText( nextRunAt, nowMs, timeZone ) }
				</time>
				<LastRun { ...props } />
			</div>
			<DropdownMenu
				icon={ moreVertical }
				label={ sprintf(
					/* translators: %s: name of a schedule. */
					__( 'Actions for “%s”', 'headless-deploy' ),
					label
				) }
				controls={ [
					{
						title: __( 'Edit', 'headless-deploy' ),
						onClick: () => open( { kind: 'edit', schedule } ),
					},
					{
						title: __( 'Remove', 'headless-deploy' ),
						onClick: () => open( { kind: 'remove', schedule } ),
					},
				] }
			/>
		</li>
	);
}

interface DialogProps extends Props {
	opened: Open;
	close: () => void;
}

function Dialog( props: DialogProps ) {
	const { opened, close, schedules, onRemoved, onStale } = props;
	if ( opened === null ) {
		return null;
	}
	if ( opened.kind === 'add' ) {
		return (
			<ScheduleModal { ...props } schedule={ null } onClose={ close } />
		);
	}
	const { id, label, etag } = opened.schedule;
	const schedule =
		schedules.find( ( other ) => other.id === id ) ?? opened.schedule;
	return opened.kind === 'edit' ? (
		<ScheduleModal { ...props } schedule={ schedule } onClose={ close } />
	) : (
		<RemovalModal
			label={ label }
			cost={ __(
				'The schedule no longer runs. Changes in WordPress still deploy automatically.',
				'headless-deploy'
			) }
			remove={ () => deleteSchedule( id, etag ) }
			onRemoved={ () => {
				close();
				onRemoved( id );
			} }
			onStale={ onStale }
			onCancel={ close }
		/>
	);
}

/** Reloads the schedules while one of them is due, so that its next run is shown. */
function useDueReload(
	schedules: readonly Schedule[],
	nowMs: number,
	reload: () => void
): void {
	const latest = useRef( reload );
	latest.current = reload;
	const isDue = schedules.some(
		( { nextRunAt } ) => Date.parse( nextRunAt ) <= nowMs
	);
	useEffect( () => {
		if ( ! isDue ) {
			return;
		}
		const timer = setInterval( () => latest.current(), RELOAD_AFTER_MS );
		return () => clearInterval( timer );
	}, [ isDue ] );
}

function List( props: Props & { open: ( open: Open ) => void } ) {
	const { schedules, open, store } = props;
	const { nowMs } = useLive( store );
	useDueReload( schedules, nowMs, props.onStale );
	return schedules.length === 0 ? (
		<CardBody>
			<p className="headless-deploy-secondary">
				{ __(
					'No schedules. Changes in WordPress deploy automatically; use a schedule for content that changes elsewhere.',
					'headless-deploy'
				) }
			</p>
		</CardBody>
	) : (
		<div>
			<ul className="headless-deploy-schedules">
				{ schedules.map( ( schedule ) => (
					<Row
						key={ schedule.id }
						schedule={ schedule }
						nowMs={ nowMs }
						activityUrl={ props.activityUrl }
						open={ open }
					/>
				) ) }
			</ul>
		</div>
	);
}

export function SchedulesCard( props: Props ) {
	const { timeZone } = useSiteTime();
	const [ opened, setOpened ] = useState< Open >( null );
	const [ removed, setRemoved ] = useState( 0 );
	const close = () => setOpened( null );
	// The menu that had the focus is gone.
	const onRemoved = ( id: string ) => {
		props.onRemoved( id );
		setRemoved( removed + 1 );
	};
	return (
		<Card size="small">
			<CardHeader>
				<div className="headless-deploy-section__title">
					<h2>{ __( 'Schedules', 'headless-deploy' ) }</h2>
					<p className="headless-deploy-secondary">
						{ sprintf(
							/* translators: 1: name of an environment, 2: a time zone, for example “Europe/Stockholm”. */
							__(
								'For %1$s. Times are in the site’s time zone, %2$s.',
								'headless-deploy'
							),
							props.environment.label,
							timeZoneLabel( timeZone )
						) }
					</p>
				</div>
				<ActionButton
					focus={ removed }
					onClick={ () => setOpened( { kind: 'add' } ) }
				>
					{ __( 'Add schedule', 'headless-deploy' ) }
				</ActionButton>
			</CardHeader>
			<List { ...props } open={ setOpened } />
			<Dialog
				{ ...props }
				onRemoved={ onRemoved }
				opened={ opened }
				close={ close }
			/>
		</Card>
	);
}
