<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use WP_Error;

/**
 * What a user decides about an environment and its automatic runs, in the values of the routes.
 */
enum Decision: string {
	case Hold         = 'hold';
	case Release      = 'release';
	case Pause        = 'pause';
	case Resume       = 'resume';
	case Confirm_Copy = 'confirm-copy';
	case Confirm_Move = 'confirm-move';
	case Restore      = 'restore';

	/**
	 * @param string|null $etag The etag that the caller has seen; a hold has none.
	 */
	public function apply( Environments $environments, string $id, ?string $etag = null ): Environment|WP_Error {
		return match ( $this ) {
			self::Hold         => $environments->hold( $id, true ),
			self::Release      => $environments->hold( $id, false ),
			self::Pause        => $environments->pause( $id, Pause_Reason::Person, null, $etag ),
			self::Resume       => $environments->resume( $id, $etag ),
			self::Confirm_Copy => $environments->pause( $id, Pause_Reason::Copy, null, $etag ),
			self::Confirm_Move => $environments->confirm_move( $id, $etag ),
			self::Restore      => $environments->restore( $id, $etag ),
		};
	}

	/**
	 * Tells whether users who may rebuild can decide it, and not only users who manage the environment.
	 */
	public function is_hold(): bool {
		return self::Hold === $this || self::Release === $this;
	}
}
