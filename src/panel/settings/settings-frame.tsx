import { Spinner } from '@wordpress/components';
import type { ReactNode } from 'react';
import type { Settings } from '../../shared/wire.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import type { ScreenProps } from '../mount-screen.tsx';
import { SiteTimeContext } from './site-time.ts';
import type { SettingsState } from './use-settings.ts';

interface Props extends ScreenProps {
	settingsState: SettingsState;
	children: ( settings: Settings ) => ReactNode;
}

/** Draws a screen of settings once they are loaded; until then a spinner or the error. */
export function SettingsFrame( {
	boot,
	store,
	settingsState,
	children,
}: Props ) {
	const { data: settings, error, loading, reload } = settingsState;
	if ( settings !== null ) {
		const { timeZone } = boot;
		return (
			<SiteTimeContext.Provider
				value={ { nowMs: store.time.nowMs, timeZone } }
			>
				{ children( settings ) }
			</SiteTimeContext.Provider>
		);
	}
	return error === '' ? (
		<Spinner />
	) : (
		<ErrorNotice error={ error } busy={ loading } onRetry={ reload } />
	);
}
