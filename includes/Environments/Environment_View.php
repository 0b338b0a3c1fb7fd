<?php
/**
 * How an environment is shown.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Deliveries\Wire_Time;
use stdClass;

/**
 * Writes the shapes of src/shared/wire.ts. It never gets to see a secret.
 */
final class Environment_View {
	/**
	 * Returns what everybody with `headless_deploy_view` may know.
	 *
	 * @param Environment $environment The environment.
	 *
	 * @return array<string, mixed>
	 */
	public static function for_everybody( Environment $environment ): array {
		return array(
			'id'          => $environment->id,
			'label'       => $environment->label,
			'provider'    => $environment->provider,
			'frontEndUrl' => $environment->front_end_url,
			'automation'  => $environment->automation->to_array(),
			'paused'      => self::paused( $environment ),
		);
	}

	/**
	 * Returns what `headless_deploy_manage` may know: the webhooks with their tokens masked too.
	 *
	 * @param Environment $environment The environment.
	 *
	 * @return array<string, mixed>
	 */
	public static function for_managers( Environment $environment ): array {
		$urls = array();
		foreach ( $environment->webhook_urls as $action => $url ) {
			$urls[ $action ] = $url . '?token=' . ( $environment->masked_tokens[ $action ] ?? Webhook_Url::MASK );
		}
		return self::for_everybody( $environment ) + array(
			'etag'    => $environment->etag,
			'webhook' => array(
				// An empty PHP array would become a JSON list.
				'urls'        => array() === $urls ? new stdClass() : $urls,
				'recognised'  => $environment->target,
				'connectedAt' => Wire_Time::or_null( $environment->connected_at ),
				'lockedBy'    => null,
			),
		);
	}

	/**
	 * Tells why nothing is sent by itself, the strongest reason first; null when nothing stands in the way.
	 *
	 * @param Environment $environment The environment.
	 *
	 * @return array{reason: string, since: string|null, nextTryAt: string|null}|null
	 */
	private static function paused( Environment $environment ): ?array {
		$reason = $environment->paused['reason'] ?? null;
		if ( defined( 'HEADLESS_DEPLOY_DISABLED' ) && constant( 'HEADLESS_DEPLOY_DISABLED' ) ) {
			$reason = 'disabled';
		} elseif ( ! Site_Fingerprint::allows( $environment ) ) {
			$reason = 'copy';
		}
		if ( null === $reason ) {
			return null;
		}
		$stored = ( $environment->paused['reason'] ?? null ) === $reason;
		return array(
			'reason'    => $reason,
			'since'     => $stored ? Wire_Time::or_null( $environment->paused['since'] ?? null ) : null,
			'nextTryAt' => $stored ? Wire_Time::or_null( $environment->paused['next_try_at'] ?? null ) : null,
		);
	}
}
