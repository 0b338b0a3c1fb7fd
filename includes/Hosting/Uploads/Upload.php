<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting\Uploads;

use HeadlessDeploy\Hosting\Hosted_Environment;

/**
 * The record of one upload: what is uploaded, by whom, and whether it was sent to the host. How much of the file is
 * there is read from the file.
 *
 * @phpstan-type Stored array{user: int, account: string, app: string, environment: string, fileName: string, size: int, state: string, message: string, operation: string, build: string, createdAt: int, updatedAt: int}
 */
final class Upload {
	public const RECEIVING = 'receiving';
	public const SENDING   = 'sending';
	public const SENT      = 'sent';
	public const FAILED    = 'failed';

	private const DEFAULTS = array(
		'user'        => 0,
		'account'     => '',
		'app'         => '',
		'environment' => '',
		'fileName'    => '',
		'size'        => 0,
		'state'       => self::RECEIVING,
		'message'     => '',
		'operation'   => '',
		'build'       => '',
		'createdAt'   => 0,
		'updatedAt'   => 0,
	);

	/**
	 * @param Stored $stored
	 */
	private function __construct(
		public readonly string $id,
		private readonly array $stored,
	) {}

	/**
	 * @param array<mixed> $stored Of the option; invalid fields are left out.
	 */
	public static function from_array( string $id, array $stored ): self {
		$fields = array();
		foreach ( self::DEFAULTS as $name => $default ) {
			$fields[ $name ] = gettype( $stored[ $name ] ?? null ) === gettype( $default ) ? $stored[ $name ] : $default;
		}
		/** @var Stored $fields */
		return new self( $id, $fields );
	}

	/**
	 * @return Stored
	 */
	public function to_array(): array {
		return $this->stored;
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	public function with( array $fields, int $now ): self {
		return self::from_array( $this->id, array( 'updatedAt' => $now ) + $fields + $this->stored );
	}

	public function environment(): Hosted_Environment {
		return new Hosted_Environment( $this->stored['account'], $this->stored['app'], $this->stored['environment'] );
	}

	public function user(): int {
		return $this->stored['user'];
	}

	public function state(): string {
		return $this->stored['state'];
	}

	public function file_name(): string {
		return $this->stored['fileName'];
	}

	/**
	 * Returns the bytes of the whole file.
	 */
	public function size(): int {
		return $this->stored['size'];
	}

	/**
	 * Returns when the record was last written, in milliseconds.
	 */
	public function updated_at(): int {
		return $this->stored['updatedAt'];
	}
}
