;;; emacs_word.el --- What a person sees of a Word document with docs/editors/emacs.md  -*- lexical-binding: t -*-

;; The values go to $REPORT.  Batch Emacs has no command loop: the hooks that the loop would run are run here.

(require 'eglot)
(require 'flymake)
(require 'json)

(defun code (diagnostic)
  "The LSP code of a Flymake DIAGNOSTIC."
  (plist-get (alist-get 'eglot-lsp-diag (flymake-diagnostic-data diagnostic)) :code))

(defun place (diagnostic)
  "The lines of a DIAGNOSTIC; its columns are not looked at."
  (vector (1- (line-number-at-pos (flymake-diagnostic-beg diagnostic))) 0
          (1- (line-number-at-pos (flymake-diagnostic-end diagnostic))) 0))

(find-file (getenv "DOCUMENT"))
(set-window-buffer nil (current-buffer))
(run-hooks 'post-command-hook)
(let ((end (+ (float-time) 120)) found)
  (while (not (or (cdr found) (> (float-time) end)))
    (accept-process-output nil 0.05)
    (flymake-start)
    (setq found (flymake-diagnostics)))
  (let ((coding-system-for-write 'utf-8)
        (places (vconcat (mapcar (lambda (one) (list (cons 'place (place one)) (cons 'code (code one)))) found))))
    (write-region (json-encode (list (list "text" (cons 'value (buffer-substring-no-properties (point-min) (point-max))))
                                     (list "diagnostics" (cons 'value places))))
                  nil (getenv "REPORT"))))
(set-buffer-modified-p nil)
(eglot-shutdown (eglot-current-server))

;;; emacs_word.el ends here
