<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_View;
use HeadlessDeploy\Iso_Time;

/**
 * Formats environments as rows, with masked tokens.
 */
final class Environment_Row {
	/**
	 * @return array<string, mixed>
	 */
	public static function of( Environment $environment ): array {
		$public = Environment_View::for_everybody( $environment );
		$first  = array_key_first( $environment->webhook_urls );
		return array(
			'id'                 => $environment->id,
			'label'              => $environment->label,
			'provider'           => $environment->provider,
			'host'               => $environment->target['host'],
			'account'            => $environment->target['account'],
			'app'                => $environment->target['app'],
			'environment'        => $environment->target['environment'],
			'webhook'            => null === $first ? '' : $environment->masked_url( Action::from( $first ) ),
			'actions'            => array_keys( $environment->webhook_urls ),
			'paused'             => $public['paused']['reason'] ?? null,
			'hold'               => $environment->automation->hold,
			'quietPeriodSeconds' => $environment->automation->quiet_period_seconds,
			'maximumWaitSeconds' => $environment->automation->maximum_wait_seconds,
			'frontEndUrl'        => $environment->front_end_url,
			'connectedAt'        => Iso_Time::or_null( $environment->connected_at ),
			'lockedBy'           => '' === $environment->locked_by ? null : $environment->locked_by,
			'lockedFields'       => $environment->locked_fields,
		);
	}

	public static function actions( Environment $environment ): string {
		return implode( ', ', array_map( static fn( string $action ): string => Action::from( $action )->label(), array_keys( $environment->webhook_urls ) ) );
	}
}
