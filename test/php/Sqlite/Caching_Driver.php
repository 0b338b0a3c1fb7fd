<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Sqlite;

use PDO;
use Throwable;
use WP_MySQL_On_SQLite;

/**
 * Caches the translations of the SQLite integration's driver, whose parser takes more than a millisecond for each
 * statement. Statements that differ only in their literals share a translation. Statements without a fixed form (SHOW,
 * SET, CREATE and the like) always go to the driver.
 */
final class Caching_Driver {
	/**
	 * Translations of all connections whose tables are those of the template, by form; null where there is none.
	 *
	 * @var array<string, Translation|null>
	 */
	private static array $shared = array();

	/**
	 * Translations of a connection that has changed its tables.
	 *
	 * @var array<string, Translation|null>|null
	 */
	private ?array $own = null;

	/**
	 * @var array<string, Prepared_Translation>
	 */
	private array $prepared = array();

	/**
	 * Whether translations are remembered; otherwise the driver does everything, as on a real site.
	 */
	public bool $is_enabled = true;

	private bool $is_past = false;

	public function __construct( private readonly WP_MySQL_On_SQLite $driver ) {}

	/**
	 * @param mixed ...$mode How rows are fetched; wpdb wants objects.
	 */
	public function query( string $statement, mixed ...$mode ): object {
		$this->is_past = false;
		if ( 1 === preg_match( '/^\s*(CREATE|ALTER|DROP|RENAME)\s/i', $statement ) ) {
			$this->own      = array();
			$this->prepared = array();
		}
		if ( ! $this->is_enabled ) {
			return $this->driver->query( $statement, ...$mode );
		}
		$literals = new Statement_Literals( $statement );
		$prepared = $this->prepare( $literals );
		if ( null === $prepared ) {
			return $this->driver->query( $statement, ...$mode );
		}
		try {
			$result        = $prepared->run( $literals );
			$this->is_past = true;
			return $result;
		} catch ( Throwable ) {
			// The driver gives the error its MySQL form.
			return $this->driver->query( $statement, ...$mode );
		}
	}

	private function prepare( Statement_Literals $literals ): ?Prepared_Translation {
		$form = $literals->form;
		if ( isset( $this->prepared[ $form ] ) ) {
			return $this->prepared[ $form ];
		}
		$translation = $this->translation( $literals );
		if ( null === $translation ) {
			return null;
		}
		$this->prepared[ $form ] = $translation->prepare( $this->driver->get_sqlite_pdo() );
		return $this->prepared[ $form ];
	}

	private function translation( Statement_Literals $literals ): ?Translation {
		$translations = $this->own ?? self::$shared;
		if ( array_key_exists( $literals->form, $translations ) ) {
			return $translations[ $literals->form ];
		}
		// A translation is tried in a transaction, which a caller's transaction rules out.
		if ( $this->driver->inTransaction() ) {
			return null;
		}
		$translation = Translation::of( $literals, $this->driver );
		if ( null === $this->own ) {
			self::$shared[ $literals->form ] = $translation;
		} else {
			$this->own[ $literals->form ] = $translation;
		}
		return $translation;
	}

	public function lastInsertId(): string { // phpcs:ignore WordPress.NamingConventions.ValidFunctionName.MethodNameInvalid -- PDO and wpdb name it so.
		return (string) ( $this->is_past ? $this->driver->get_sqlite_pdo()->lastInsertId() : $this->driver->lastInsertId() );
	}

	public function quote( string $text, int $type = PDO::PARAM_STR ): string {
		return $this->driver->quote( $text, $type );
	}

	/**
	 * Hands everything else to the driver.
	 *
	 * @param list<mixed> $args
	 */
	public function __call( string $method, array $args ): mixed {
		return $this->driver->$method( ...$args );
	}
}
