export const pl = `# Na co wyrażana jest zgoda
Zaznaczenie pola oznacza zgodę na otrzymanie tego dokumentu w postaci elektronicznej, na podpisanie go elektronicznie oraz na to, że podpis elektroniczny ma taki sam skutek jak podpis złożony odręcznie na papierze, w zakresie dozwolonym przez prawo.

# Tylko ten dokument
Zgoda dotyczy tego dokumentu i wiadomości o nim. Nie dotyczy niczego innego, co może przysłać nadawca.

# Można odmówić
Nie ma obowiązku podpisywania elektronicznie. Wystarczy wybrać „Odmów” na stronie podpisywania albo zamknąć stronę, a nic nie zostanie podpisane. Aby podpisać na papierze lub otrzymać kopię papierową, należy zwrócić się do nadawcy, którego nazwa znajduje się u góry strony podpisywania i w wiadomości prowadzącej na tę stronę. Nadawca poinformuje, czy kopia papierowa jest płatna.

# Można zmienić zdanie
Do chwili naciśnięcia ostatniego przycisku można wycofać tę zgodę, zamykając stronę lub wybierając „Odmów”. Później należy zwrócić się do nadawcy. Wycofanie nie unieważnia tego, co już podpisano.

# Dane kontaktowe
Jeśli adres e-mail lub inna dana zmieni się albo jest błędna, należy zawiadomić nadawcę. Usługa podpisywania nie może jej zmienić.

# Co jest potrzebne
Potrzebne są: urządzenie z aktualną przeglądarką internetową z włączonym JavaScriptem, adres e-mail oraz możliwość zachowania lub wydrukowania plików PDF. Jeśli można przeczytać tę stronę i dokument, urządzenie jest odpowiednie.

# Egzemplarz dokumentu
Gdy wszyscy podpiszą, gotowy dokument można pobrać przez link do podpisywania, a o ile nadawca nie dostarczy go inaczej, przyjdzie także e-mailem. Należy go zachować: nadawca może później zlecić usunięcie dokumentu z tej usługi.

# Co jest zapisywane
Wraz z podpisem usługa zapisuje imię i nazwisko oraz adres e-mail, czas otwarcia i podpisania dokumentu, adres sieciowy i przeglądarkę, wersję tego tekstu oraz odcisk (SHA-256) dokumentu. Podpisanie przez link z wiadomości e-mail stanowi zwykły podpis elektroniczny. Jeśli sprawdzono także kod wysłany na telefon, jest to zaawansowany podpis elektroniczny. Gotowy dokument opatruje się pieczęcią elektroniczną, więc każdą późniejszą zmianę można wykryć.`
