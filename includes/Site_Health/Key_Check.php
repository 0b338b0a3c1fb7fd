<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use Closure;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Pause_Text;

/**
 * Tests the key that encrypts tokens.
 */
final class Key_Check implements Check {
	private const MIN_KEY_BYTES = 32;

	/**
	 * @param Closure(): string $source     Returns the source of the key; reads the database.
	 * @param int               $key_length Length of HEADLESS_DEPLOY_ENCRYPTION_KEY in bytes.
	 */
	public function __construct(
		private readonly Health_Facts $facts,
		private readonly Closure $source,
		private readonly int $key_length,
	) {}

	public function run(): Result {
		$unreadable = array();
		foreach ( $this->facts->permissions() as $permission ) {
			if ( Pause_Reason::Key === $permission->environment->paused?->reason ) {
				$unreadable[] = $permission->environment->label;
			}
		}
		if ( array() !== $unreadable ) {
			return $this->lost_key( $unreadable );
		}
		if ( 'none' === ( $this->source )() ) {
			return ( new Result( Result::GOOD, __( 'No webhook token is stored', 'headless-deploy' ) ) )
				->add_text( __( 'The database contains no secrets to encrypt.', 'headless-deploy' ) );
		}
		if ( 'constant' === ( $this->source )() && $this->key_length >= self::MIN_KEY_BYTES ) {
			return ( new Result( Result::GOOD, __( 'Webhook tokens are encrypted with your own key', 'headless-deploy' ) ) )
				->add_text( __( 'HEADLESS_DEPLOY_ENCRYPTION_KEY in wp-config.php keeps the key separate from the database. Back up the key: without it, the webhook URLs must be entered again.', 'headless-deploy' ) );
		}
		return $this->weak_key();
	}

	/**
	 * @param list<string> $labels
	 */
	private function lost_key( array $labels ): Result {
		$text = new Pause_Text( Pause_Reason::Key );
		return ( new Result( Result::CRITICAL, __( 'Webhook tokens cannot be read', 'headless-deploy' ) ) )
			->add_text( $text->message() )
			->add_list( $labels )
			->add_text( $text->remedy() )
			->add_link( __( 'Paste the webhook URL again', 'headless-deploy' ), 'connections' );
	}

	private function weak_key(): Result {
		$explanation = 'generated' === ( $this->source )()
			? __( 'The plugin generated the key and stores it in the same database as the encrypted tokens. Anyone with access to the whole database can read the tokens.', 'headless-deploy' )
			/* translators: %d: number of characters. */
			: sprintf( __( 'HEADLESS_DEPLOY_ENCRYPTION_KEY has fewer than %d characters, so it can be guessed.', 'headless-deploy' ), self::MIN_KEY_BYTES );
		return ( new Result( Result::RECOMMENDED, __( 'Webhook tokens should be encrypted with your own key', 'headless-deploy' ) ) )
			->add_text(
				$explanation,
				__( 'Add this line to wp-config.php and keep a backup of the line. The key is new and is stored nowhere else. Existing tokens are re-encrypted automatically.', 'headless-deploy' ),
			)
			->add_code( sprintf( "define( 'HEADLESS_DEPLOY_ENCRYPTION_KEY', '%s' );", bin2hex( random_bytes( self::MIN_KEY_BYTES ) ) ) );
	}
}
